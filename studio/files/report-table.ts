/** Reports of steps as a table in SI units, one row a step. */
import type { StepReport } from 'pliant';

export function readingsOf(reports: readonly StepReport[]): (string | number)[][] {
  const energies = [...new Set(reports.flatMap(({ energy }) => Object.keys(energy)))];
  const phases = [...new Set(reports.flatMap((report) => Object.keys(report.phases)))];
  const head = [
    'step',
    'time_s',
    'substeps',
    'particles',
    'elements',
    'contacts',
    'strain_mean',
    'strain_max',
    'penetration_max_m',
    ...energies.map((name) => `energy_${name}_J`),
    ...phases.map((name) => `phase_${name}_ms`),
  ];
  const rows = reports.map((r) => [
    r.step,
    r.time,
    r.substeps,
    r.particles,
    r.elements,
    r.contacts,
    r.strain.mean,
    r.strain.max,
    r.penetrationMax,
    ...energies.map((name) => r.energy[name] ?? ''),
    ...phases.map((name) => r.phases[name as keyof typeof r.phases] ?? ''),
  ]);
  return [head, ...rows];
}
