/** What contact leaves out for a while: what is below a plane, and what crosses; and that a resumed run leaves out the same. */
import { describe, expect, it } from 'vitest';
import { createCollider } from '../../../../src/contact/index.ts';
import { markBelowPlanes } from '../../../../src/contact/surfaces/below-planes.ts';
import { SurfaceBroadPhase } from '../../../../src/contact/surfaces/surface-broad-phase.ts';
import { addProvotSheet, createIntegrator } from '../../../../src/engine.ts';
import {
  buildScene,
  hash,
  parseScene,
  restore,
  type SceneInput,
  snapshot,
  step,
  World,
} from '../../../../src/index.ts';

const material = { density: 0.2, stretch: 300, shear: 100, bend: 1, damping: 0.2, thickness: 2e-3 };

describe('below a plane', () => {
  /** Two sheets a millimetre apart in a corner of two planes: the floor at y = 0, and a wall that looks along x. */
  function corner(height: number, beside: number) {
    const world = new World(createIntegrator('euler-cromer'));
    const bodies = [0, 1e-3].map((up, k) =>
      addProvotSheet(world, {
        name: `sheet ${k}`,
        size: [0.1, 0.1],
        points: [3, 3],
        material,
        place: (u, v) => [u + beside, height + up, v],
      }),
    );
    const colliders = [
      createCollider({ name: 'floor', shape: { kind: 'plane' } }),
      createCollider({ name: 'wall', shape: { kind: 'plane' }, rotation: { axis: [0, 0, 1], angle: -90 } }),
    ];
    const sheets = bodies.map((body) => ({ body, radius: 1e-3 }));
    const near = new SurfaceBroadPhase(world, colliders, sheets, [], true, []);
    const { startPosition, position } = world.particles;
    startPosition.view.set(position.view);
    const below = markBelowPlanes(world, near.surface(), near.obstacles, 0, near.arrays.excluded.view);
    near.move(0, 1e-3);
    near.update();
    return { below, own: near.own.count, around: near.around.count };
  }

  it('sheets are left to it, and go on touching each other and other planes', () => {
    const above = corner(5e-4, 0.049); // a side is a millimetre behind the wall
    expect(above).toMatchObject({ below: 3 * 2 });
    const free = corner(5e-4, 0.0505);
    expect(free.below).toBe(0);
    expect(free.around).toBeGreaterThan(0);
    const sunk = corner(-5e-3, 0.0505);
    expect(sunk.below).toBe(18);
    expect(sunk.own).toBe(free.own);
    // Of the floor nothing is left, of the wall all that was there.
    expect(sunk.around).toBeGreaterThan(0);
    expect(sunk.around).toBeLessThan(free.around);
  });
});

describe('what crosses', () => {
  const cloth = (name: string, angle: number) => ({
    name,
    model: 'adaptive-cloth',
    size: [0.3, 0.3],
    cells: [3, 3],
    position: [0, 0.5, 0],
    rotation: { axis: [0, 1, 0], angle },
    velocity: [0, -0.5, 0],
  });
  const scene: SceneInput = {
    format: 1,
    dt: 1 / 60,
    engine: { name: 'implicit-euler' },
    contact: { self: true },
    bodies: [cloth('one', 0), cloth('other', 70)],
    colliders: [{ name: 'floor', shape: { kind: 'plane' }, position: [0, 0.33, 0] }],
  } as SceneInput;

  it('goes on byte for byte from a snapshot under an implicit engine', () => {
    const [whole, resumed] = [1, 2].map(() => buildScene(parseScene(scene)));
    const crossings = (world: World) => step(world, 1 / 60).contact?.crossings ?? 0;
    for (let k = 0; k < 7; k++) expect(crossings(whole)).toBeGreaterThan(0);
    restore(resumed, snapshot(whole));
    for (let k = 0; k < 7; k++) {
      expect(crossings(resumed)).toBe(crossings(whole));
      expect(hash(resumed)).toBe(hash(whole));
    }
  });
});
