/**
 * Creases that stay. A hinge rests at the angle θ₀; with w the width of cloth that turns there (half the heights of both
 * triangles over the edge, m) its curvature is c = θ/w and the part of it that has become permanent p = θ₀/w, 1/m. On a
 * cylinder both are the same on any mesh, which angles are not: halves of a triangle turn half as far.
 *
 * Cloth yields where the curvature that it springs back from exceeds what it takes, and hardens by bending: always
 *   |c − p| ≤ c_y + H |p|,     H = (1 − s)/s.
 * Bent once to c and let go, it keeps p = s (|c| − c_y), the share s of the excess. Independent of rates and steps: what
 * holds already is left alone, and p moves towards c and never past it, so that the energy of bending only falls. (Isotropic
 * hardening as for metals, see Simo & Hughes 1998, with |p| for the memory: a crease that was pressed out forgets.)
 */
import type { Stage } from '../../core/world.ts';
import { positive, within } from '../../math/check.ts';
import type { Cloth } from './cloth.ts';

export interface CreaseOptions {
  /** c_y, 1/m: less bent, the cloth springs back flat. */
  curvature: number;
  /** s, above 0 and at most 1: of the curvature beyond that stays. */
  share: number;
}

export function checkCrease(name: string, { curvature, share }: CreaseOptions): void {
  positive(`${name}.crease.curvature`, curvature);
  positive(`${name}.crease.share`, within(`${name}.crease.share`, share, 0, 1));
}

/** p after bending to c. */
export function permanentCurvature(p: number, c: number, { curvature, share }: CreaseOptions): number {
  const hardening = (1 - share) / share;
  if (Math.abs(c - p) <= curvature + hardening * Math.abs(p)) return p;
  // as if towards the positive
  const sense = c > p ? 1 : -1;
  const goal = sense * c;
  // still creased the other way: hardening wanes with the crease until the rest holds (H ≥ 1: as soon as it gives way it is gone)
  if (sense * p < 0 && goal < curvature) return (sense * (goal - curvature)) / (1 - hardening);
  return sense * share * (goal - curvature);
}

export function creaseStage(cloth: Cloth, options: CreaseOptions): Stage {
  return {
    name: `${cloth.name}: creases`,
    changes: [cloth.restAngles],
    run(world) {
      const { system } = cloth;
      system.measure(world.particles.position, cloth.first);
      const hinges = system.f64('hinges').view;
      const angles = system.f64('angles').view;
      let changed = false;
      for (let h = 0; h < angles.length; h++) {
        const width = hinges[4 * h + 3];
        const before = hinges[4 * h + 1];
        const permanent = permanentCurvature(before / width, angles[h] / width, options);
        if (permanent === before / width) continue;
        cloth.setRestAngle(h, permanent * width);
        changed = true;
      }
      if (changed) cloth.saveRestAngles();
      return changed;
    },
  };
}
