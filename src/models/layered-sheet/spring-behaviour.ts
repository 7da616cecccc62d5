/** Creep, yield and rupture of the springs of a sheet: parameters, and how they are added. */
import { z } from 'zod';
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import { plasticity } from '../../forces/plasticity.ts';
import type { Springs } from '../../forces/springs.ts';
import { tearing } from '../../forces/tearing.ts';
import { viscoelastic } from '../../forces/viscoelastic.ts';
import { quantity } from '../../schema/fields.ts';

const time = { above: 0, max: 1e9 };
const relaxation = () => quantity('s', time, 'Time in which stress relaxes as the rest length flows.');
const retardation = () => quantity('s', time, 'Time in which the retarded strain follows the stress.');

const creep = z
  .discriminatedUnion('model', [
    z.strictObject({
      model: z
        .literal('kelvin-voigt')
        .meta({ description: 'A dashpot beside each spring; long times ask for many sub-steps.' }),
      retardation: retardation(),
    }),
    z.strictObject({
      model: z.literal('maxwell').meta({ description: 'A dashpot behind each spring: it flows.' }),
      relaxation: relaxation(),
    }),
    z.strictObject({
      model: z
        .literal('four-element')
        .meta({ description: 'Maxwell and Kelvin–Voigt in series: elastic, retarded, viscous.' }),
      relaxation: relaxation().optional(),
      retardation: retardation(),
      retardedStiffness: quantity(
        '1',
        { above: 0, max: 1e6 },
        'Stiffness of the retarded spring over that of the spring itself.',
      ).default(1),
    }),
  ])
  .meta({ title: 'Creep', description: 'How the springs creep under load. Default: they do not creep.' });

export const springBehaviour = {
  viscoelastic: creep.optional(),
  yield: quantity(
    '1',
    { above: 0, max: 1e3 },
    'Strain from which springs stay deformed. Default: never.',
  ).optional(),
  hardening: quantity(
    '1',
    { min: 0, max: 1e3 },
    'Stress that springs gain as they yield, as a share of their stiffness; 0 = none.',
  ).default(0),
  rupture: quantity(
    '1',
    { above: 0, max: 1e3 },
    'Strain at which springs break and the sheet tears. Default: never.',
  ).optional(),
};

const rows = z.strictObject(springBehaviour);
type SpringBehaviour = z.output<typeof rows>;

/** Whether the springs change, so that the sheet must be made with `changes: true`. */
export function isChanging({ viscoelastic: creeps, yield: yields, rupture }: SpringBehaviour): boolean {
  return creeps !== undefined || yields !== undefined || rupture !== undefined;
}

export function addSpringBehaviour(
  world: World,
  sheet: Body & { readonly springs: Springs },
  body: SpringBehaviour,
): void {
  const { springs } = sheet;
  if (body.viscoelastic) viscoelastic(world, springs, body.viscoelastic);
  if (body.yield === undefined && body.rupture === undefined) return;
  plasticity(world, springs, { yield: body.yield, hardening: body.hardening, rupture: body.rupture });
  if (body.rupture !== undefined) tearing(world, sheet, springs, { rupture: body.rupture });
}
