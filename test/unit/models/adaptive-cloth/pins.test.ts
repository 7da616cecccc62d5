/** What holds a cloth and what is painted on it: pins that move, springs, stiffness, all through snapshots. */
import { describe, expect, it } from 'vitest';
import {
  type AdaptiveCloth,
  addAdaptiveCloth,
  type ClothMaterial,
  createIntegrator,
  gravity,
  pinParticles,
} from '../../../../src/engine.ts';
import { hash, restore, run, snapshot, World } from '../../../../src/index.ts';
import { HINGE_NUMBERS, HINGE_STIFFNESS } from '../../../../src/models/adaptive-cloth/system-blocks.ts';
import { VertexValues } from '../../../../src/models/adaptive-cloth/vertex-values.ts';

const COTTON: ClothMaterial = {
  density: 0.2,
  thickness: 0.0005,
  stretchWarp: 3000,
  stretchWeft: 3000,
  shear: 100,
  bendWarp: 1e-5,
  bendWeft: 1e-5,
  damping: 0.002,
};
const G = 9.81;

function worldWith(options: Partial<Parameters<typeof addAdaptiveCloth>[1]> = {}) {
  const world = new World(createIntegrator('implicit-euler', { tolerance: 1e-4 }));
  const shape = { size: [1, 1] as const, cells: [2, 2] as const };
  const cloth = addAdaptiveCloth(world, { name: 'cloth', shape, material: COTTON, ...options });
  world.addForce(gravity([0, -G, 0]));
  return { world, cloth };
}

describe('springs that hold a cloth', () => {
  it.each([0, 3])('let it down as far as its weight says, at level %i', (startLevel) => {
    const w = 0.2;
    const { world } = worldWith({ startLevel, paint: { pin: new Float64Array(9).fill(w) } });
    const start = world.particles.y.slice();
    run(world, 1 / 60, 400);
    // ρ g A (1 − w) / (k w), the same for every vertex: nothing stretches.
    const expected = (COTTON.density * G * (1 - w)) / (COTTON.stretchWarp * w);
    for (let i = 0; i < world.particles.count; i++) {
      expect((start[i] - world.particles.y[i]) / expected).toBeCloseTo(1, 3);
    }
  });

  it('are pins at weight 1, also between two such', () => {
    const pin = Float64Array.from({ length: 9 }, (_, i) => (i >= 6 ? 1 : 0)); // the top row
    const { world, cloth } = worldWith({ startLevel: 2, paint: { pin } });
    const top = world.particles.y.slice();
    run(world, 1 / 60, 10);
    let held = 0;
    for (let i = 0; i < cloth.count; i++) {
      if (top[i] < 0.5) continue;
      held++;
      expect(world.particles.y[i]).toBe(top[i]);
    }
    expect(held).toBe(5);
  });
});

describe('painted stiffness', () => {
  it('multiplies how far a hanging cloth stretches', () => {
    const stretched = (paint?: { stretch: Float64Array }) => {
      const { world, cloth } = worldWith({ startLevel: 4, paint });
      const { places } = cloth;
      const top = Array.from({ length: cloth.count }, (_, i) => i).filter((i) => places[2 * i + 1] > 0.4999);
      cloth.pin([{ vertices: top }]);
      run(world, 1 / 60, 240);
      return -0.5 - world.particles.y[cloth.vertexAt(0, -0.5)];
    };
    // A tenth of the stiffness, ten times the strain: 0.33 % or less stays linear.
    expect(stretched({ stretch: new Float64Array(9).fill(0.1) }) / stretched()).toBeCloseTo(10, 1);
  });

  it('is refused by field where it cannot be', () => {
    expect(() => worldWith({ paint: { bend: [1, 2] } })).toThrow(
      'cloth.paint.bend: must have one number for each of the 9 vertices, got 2',
    );
    expect(() => worldWith({ paint: { pin: new Float64Array(9).fill(2) } })).toThrow('cloth.paint.pin[0]');
  });

  it('goes with the vertices of a mesh, and between them to the middles of divided triangles', () => {
    // Three triangles about one have no partner for it.
    const shape = {
      positions: [0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, -1, 0, 1.5, 1, 0, -0.5, 1, 0],
      triangles: [0, 1, 2, 1, 0, 3, 2, 1, 4, 0, 2, 5],
    };
    const { cloth } = worldWith({ shape, paint: { bend: [1, 1, 1, 4, 4, 4] } });
    const values = Array.from(cloth.values.bend.view);
    expect(values.slice(0, 6)).toEqual([1, 1, 1, 4, 4, 4]);
    for (const value of values.slice(6)) expect([1, 2]).toContain(value);
  });
});

describe('pins', () => {
  it('lead their vertices exactly, and a snapshot half-way goes on byte-equal', () => {
    const make = () => {
      const { world, cloth } = worldWith({ startLevel: 2, paint: { pin: new Float64Array(9).fill(0.1) } });
      const corner = cloth.vertexAt(-0.5, 0.5) - cloth.first;
      cloth.pin([
        {
          vertices: [corner],
          keyframes: [
            { time: 0, offset: [0, 0, 0] },
            { time: 0.5, offset: [0.1, 0, 0.2] },
          ],
        },
      ]);
      return { world, corner };
    };
    const { world, corner } = make();
    run(world, 1 / 60, 15);
    const kept = snapshot(world);
    run(world, 1 / 60, 15);
    expect(world.particles.x[corner]).toBeCloseTo(-0.4, 12);
    expect(world.particles.z[corner]).toBeCloseTo(0.2, 12);
    const other = make();
    restore(other.world, kept);
    run(other.world, 1 / 60, 15);
    expect(hash(other.world)).toBe(hash(world));
  });

  it('turn about the middle of their box, by more than a turn, and a snapshot half-way goes on byte-equal', () => {
    const TURNS = 1.25;
    const make = () => {
      const { world, cloth } = worldWith({ startLevel: 2 });
      const edge = [0.5, 0.25, 0, -0.25, -0.5].map((v) => cloth.vertexAt(0.5, v) - cloth.first);
      const keyframes = [
        { time: 0, offset: [0, 0, 0] as const },
        {
          time: 0.5,
          offset: [0.1, 0, 0] as const,
          rotation: { axis: [1, 0, 0] as const, angle: 360 * TURNS },
        },
      ];
      cloth.pin([{ vertices: edge, keyframes }]);
      return { world, edge };
    };
    const { world, edge } = make();
    run(world, 1 / 60, 6);
    const kept = snapshot(world);
    const angle = 2 * Math.PI * TURNS * (world.time / 0.5);
    const { x, y, z } = world.particles;
    edge.forEach((i, k) => {
      const arm = 0.5 - 0.25 * k;
      expect(x[i]).toBeCloseTo(0.5 + 0.1 * (world.time / 0.5), 12);
      expect(y[i]).toBeCloseTo(arm * Math.cos(angle), 12);
      expect(z[i]).toBeCloseTo(arm * Math.sin(angle), 12);
    });
    run(world, 1 / 60, 26);
    expect(world.particles.y[edge[0]]).toBeCloseTo(0, 12); // at rest, a quarter of a turn from the start
    expect(world.particles.z[edge[0]]).toBeCloseTo(0.5, 12);
    const other = make();
    restore(other.world, kept);
    run(other.world, 1 / 60, 26);
    expect(hash(other.world)).toBe(hash(world));
  });

  it('are refused where there is no vertex or time goes backwards', () => {
    const { cloth } = worldWith();
    expect(() => cloth.pin([{ vertices: [9] }])).toThrow('pins[0]: there is no vertex 9; there are 9');
    const keyframes = [
      { time: 1, offset: [0, 0, 0] as const },
      { time: 1, offset: [0, 0, 0] as const },
    ];
    expect(() => cloth.pin([{ vertices: [0], keyframes }])).toThrow('pins[0].keyframes: times must increase');
  });

  it('hold what is born between two of one pin, not between two pins', () => {
    const world = new World(createIntegrator('implicit-euler'));
    const values = new VertexValues(world.arena, 'values', 3);
    values.join(0, 0);
    values.join(1, 0);
    values.join(1, 1);
    values.join(2, 1);
    values.resize(6);
    expect(values.interpolate(3, 0, 1)).toBe(true);
    expect(values.groupOf(3)).toBe(0);
    expect(values.interpolate(4, 1, 2)).toBe(true);
    expect(values.groupOf(4)).toBe(1);
    expect(values.interpolate(5, 0, 2)).toBe(false);
    values.copy(5, 3);
    expect(values.groupOf(3)).toBe(-1);
    expect(values.groupOf(1)).toBe(1);
  });
});

describe('clamps', () => {
  /** Returns the stiffness of the hinge between the cells above and below v = 0, next to u = 0, J. */
  const stiffnessOf = (cloth: AdaptiveCloth) => {
    const { hinges, hingeCount } = cloth.edges;
    const [a, b] = [cloth.vertexAt(0, 0), cloth.vertexAt(0.5, 0)].map((i) => i - cloth.first);
    const at = Array.from({ length: hingeCount }, (_, h) => h).find((h) => {
      const [i, j] = [hinges[4 * h], hinges[4 * h + 1]];
      return (i === a && j === b) || (i === b && j === a);
    }) as number;
    return cloth.system.blocks.hinges.view[HINGE_NUMBERS * cloth.hingeOrder.indexOf(at) + HINGE_STIFFNESS];
  };
  const upper = (cloth: AdaptiveCloth) =>
    Array.from({ length: cloth.count }, (_, i) => i).filter((i) => cloth.places[2 * i + 1] > -1e-9);

  it('double the stiffness of the hinges along their edge, and no other pin does', () => {
    const { cloth } = worldWith();
    const free = stiffnessOf(cloth);
    cloth.pin([{ vertices: upper(cloth).filter((i) => cloth.places[2 * i + 1] > 0.4999) }]);
    expect(stiffnessOf(cloth)).toBe(free);
    cloth.pin([{ vertices: upper(cloth) }]);
    expect(stiffnessOf(cloth)).toBeCloseTo(2 * free, 15);
  });

  it('come and go with pins of the world', () => {
    const { world, cloth } = worldWith();
    const free = stiffnessOf(cloth);
    const held = upper(cloth).map((i) => ({ particle: cloth.first + i }));
    pinParticles(world, held);
    run(world, 1 / 60, 1);
    expect(stiffnessOf(cloth)).toBeCloseTo(2 * free, 15);
    for (const { particle } of held) world.particles.unpin(particle);
    run(world, 1 / 60, 1);
    expect(stiffnessOf(cloth)).toBe(free);
  });

  it('are those of the snapshot after it is restored', () => {
    const { world, cloth } = worldWith();
    const free = snapshot(world);
    cloth.pin([{ vertices: upper(cloth) }]);
    run(world, 1 / 60, 3);
    const clamped = snapshot(world);
    run(world, 1 / 60, 3);
    const end = hash(world);
    restore(world, free);
    restore(world, clamped);
    run(world, 1 / 60, 3);
    expect(hash(world)).toBe(end);
  });
});
