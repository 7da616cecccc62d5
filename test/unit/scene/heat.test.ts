/** Heat in scenes: what is refused, what is built, and what stands in the way of radiation. */
import { buildScene, parseScene, run, SceneError, type SceneInput, sceneWarnings } from 'pliant';
import { createCollider, heatBalance, shadowOf } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { coldest, switched } from '../../../src/scene/heat.ts';

const disc = { name: 'plate', shape: { kind: 'disc', radius: 0.1 } } as const;

/** The rest of the scene is checked by the parser, not by the compiler. */
function heated(heat: SceneInput['heat'], more: { bodies?: unknown[]; colliders?: unknown[] } = {}) {
  return parseScene({ format: 1, heat: { mode: 'physical', ...heat }, ...more });
}

describe('refusals', () => {
  it('a thermal value that nothing reads', () => {
    const sheet = (thermal: object) =>
      heated({}, { bodies: [{ name: 'a', model: 'layered-sheet', thermal }] });
    expect(() => sheet({ flowTemperature: 450 })).not.toThrow();
    expect(() => sheet({ meltTemperature: 450 })).toThrow(/bodies\[0\]\.thermal.*meltTemperature/);
  });

  const box = { name: 'box', shape: { kind: 'box', size: [1, 1, 1] } } as const;
  it.each([
    [{ ambient: -3 }, 'heat.ambient: must be > 0, got -3'],
    [{ airLoss: Number.NaN }, 'heat.airLoss'],
    [{ mode: 'hot' as 'off' }, 'heat.mode'],
    [{ heaters: [disc, disc] }, 'heat.heaters[1].name: "plate" is taken by heat.heaters[0]'],
    [{ heaters: [{ ...disc, on: 3, off: 2 }] }, 'heat.heaters[0].off: must be later than on (3 s), got 2'],
    [
      { heaters: [{ name: 'a', shape: { kind: 'collider', name: 'wall' } }] },
      'heat.heaters[0].shape.name: there is no collider named "wall"',
    ],
    [
      { heaters: [{ name: 'a', shape: { kind: 'collider', name: 'ball' } }] },
      '"ball" is a sphere; it must be a box or convex',
    ],
    [
      { heaters: [{ name: 'a', shape: { kind: 'collider', name: 'lift' } }] },
      '"lift" moves; a heater stands still',
    ],
    [
      {
        heaters: [
          {
            name: 'a',
            shape: {
              kind: 'faces',
              vertices: [
                [0, 0, 0],
                [1, 0, 0],
                [0, 1, 0],
              ],
              faces: [[0, 1, 3]],
            },
          },
        ],
      },
      'heat.heaters[0].shape.faces[0]: there is no corner 3; there are 3',
    ],
    [
      {
        heaters: [
          {
            name: 'a',
            shape: {
              kind: 'faces',
              vertices: [
                [0, 0, 0],
                [1, 0, 0],
                [1, 1, 0],
                [0, 1, 0.2],
              ],
              faces: [[0, 1, 2, 3]],
            },
          },
        ],
      },
      'heat.heaters[0].shape.faces[0]: must be flat and have an area',
    ],
    [
      {
        oven: [
          { time: 1, temperature: 300 },
          { time: 1, temperature: 310 },
        ],
      },
      'heat.oven[1].time: must be later than the keyframe before it',
    ],
  ] as [SceneInput['heat'], string][])('%j', (heat, words) => {
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 1 } } as const;
    const lift = { ...box, name: 'lift', keyframes: [{ time: 0 }, { time: 1, position: [0, 1, 0] }] };
    expect(() => heated(heat, { colliders: [box, ball, lift] })).toThrow(words);
  });

  it('warns of heat that nothing feels', () => {
    expect(sceneWarnings(heated({})).map(({ path }) => path)).toContain('heat.mode');
    expect(sceneWarnings(heated({ mode: 'off' }))).toEqual([]);
    const bodies = [
      { name: 'a', model: 'layered-sheet' },
      { name: 'b', model: 'membrane-sheet' },
      { name: 'c', model: 'provot-sheet' },
    ];
    expect(sceneWarnings(heated({}, { bodies })).filter(({ message }) => message.includes('heat'))).toEqual([
      { path: 'bodies[1].model', message: "a membrane-sheet does not respond to the scene's heat" },
      { path: 'bodies[2].model', message: "a provot-sheet does not respond to the scene's heat" },
    ]);
  });

  it('has one bound for the slope of a glass, and what only the building finds has a path', () => {
    const sheet = (thermal: object) => ({ bodies: [{ name: 'a', model: 'layered-sheet', thermal }] });
    expect(() => heated({}, sheet({ glassySlope: 0.11 }))).toThrow(
      'bodies[0].thermal.glassySlope: must be <= 0.1',
    );
    buildScene(heated({}, sheet({ glassySlope: 0.1, transitionWidth: 0.01 })));
    // Its area is too small for a number.
    const speck = { name: 'speck', shape: { kind: 'disc', radius: 1e-170 } } as const;
    const scene = heated({ heaters: [speck] }, sheet({}));
    expect(() => buildScene(scene)).toThrow(SceneError);
    expect(() => buildScene(scene)).toThrow('heat.heaters[0]: speck.faces[0]: has no area');
  });
});

describe('heaters', () => {
  const heaterOf = (options: object) =>
    heated({ heaters: [{ ...disc, temperature: 700, ...options }] }).heat.heaters[0];

  it('are on from `on` to `off`', () => {
    expect(switched(heaterOf({}))).toEqual([{ time: 0, temperature: 700 }]);
    expect(switched(heaterOf({ on: 2, off: 5 }))).toEqual([
      { time: 0 },
      { time: 2, temperature: 700 },
      { time: 5 },
    ]);
    const keyframes = [1, 3, 9].map((time) => ({ time, temperature: 500 + 100 * time }));
    expect(switched(heaterOf({ on: 2, off: 5, keyframes }))).toEqual([
      { time: 0 },
      { time: 2, temperature: 700 },
      { time: 3, temperature: 800 },
      { time: 5 },
    ]);
  });

  it('the coldest of room, oven, heaters and colliders is what the stability guard reckons with', () => {
    const { heat } = heated({ oven: [{ time: 0, temperature: 260 }], heaters: [disc] });
    expect(coldest(heat, [])).toBe(260);
    expect(coldest(heat, [{ temperature: 200 }, {}])).toBe(200);
    expect(coldest(heated({ ambient: 400 }).heat, [])).toBe(293.15);
  });
});

describe('a sheet in a scene with heat', () => {
  const sheet = {
    name: 'sheet',
    model: 'layered-sheet',
    points: [7, 7],
    structure: 'samm',
    material: 'styrene-0.25',
  } as const;

  it('takes sub-steps for the stiffest it can get: more where it gets cold, as many as without heat where not', () => {
    const substeps = (heat: SceneInput['heat']) => buildScene(heated(heat, { bodies: [sheet] })).substeps;
    const plain = substeps({ mode: 'off' });
    expect(substeps({ oven: [{ time: 5, temperature: 450 }] })).toBe(plain);
    const cold = substeps({ oven: [{ time: 5, temperature: 150 }] });
    // The frequency grows as the root of the modulus: exp(0.003 · 143) at 150 K.
    expect(cold / plain).toBeGreaterThan(1.1);
    expect(cold / plain).toBeLessThan(1.4);
    const frozen = { mode: 'thesis', ambient: 250, thesis: { ovenSensitivity: 1e4, ceiling: 4 } } as const;
    expect(substeps(frozen) / plain).toBeCloseTo(2, 0);
  });

  it('stays sound while the room freezes', () => {
    const heat = { ambient: 150, airLoss: 2000 };
    const world = buildScene(heated(heat, { bodies: [{ ...sheet, pins: [{ at: 'left' }] }] }));
    expect(run(world, 1 / 60, 60).fault).toBeUndefined();
    expect(world.particles.temperature.view[0]).toBeLessThan(160);
  });

  it('takes on the heat of what it lies on, and of nothing else', () => {
    const floor = { name: 'floor', shape: { kind: 'plane' }, temperature: 340, conductance: 500 } as const;
    const warmed = (position: [number, number, number], temperature?: number) => {
      const colliders = [{ ...floor, temperature }];
      const world = buildScene(heated({ airLoss: 0 }, { bodies: [{ ...sheet, position }], colliders }));
      run(world, 1 / 60, 30);
      return { t: world.particles.temperature.view[24], ...heatBalance(world) };
    };
    const lying = warmed([0, 0.0002, 0], 340);
    expect(lying.t).toBeGreaterThan(310);
    expect(lying.contact).toBeGreaterThan(0);
    expect(lying.relativeError).toBeLessThan(1e-9);
    expect(warmed([0, 3, 0], 340).t).toBe(293.15);
    expect(warmed([0, 0.0002, 0]).t).toBe(293.15);
  });

  it('a collider that radiates warms what hangs over it', () => {
    const stove = { name: 'stove', shape: { kind: 'box', size: [0.3, 0.1, 0.3] } } as const;
    const heater = { name: 'glow', shape: { kind: 'collider', name: 'stove' }, temperature: 700 } as const;
    const body = { ...sheet, position: [0, 0.15, 0], pins: [{ at: 'left' }, { at: 'right' }] } as const;
    const world = buildScene(heated({ heaters: [heater] }, { bodies: [body], colliders: [stove] }));
    run(world, 1 / 60, 30);
    const { temperature } = world.particles;
    expect(temperature.view[24]).toBeGreaterThan(295); // below, which looks at the stove
    expect(temperature.view[24]).toBeGreaterThan(temperature.view[49 + 14]); // the layer above looks away
  });
});

describe('shadows', () => {
  const at = (x: number, y: number, z: number) => Float64Array.of(x, y, z);
  const solids = [
    { kind: 'sphere', radius: 0.5 },
    { kind: 'box', size: [1, 0.6, 0.8] },
    { kind: 'capsule', radius: 0.3, height: 0.6 },
    { kind: 'cylinder', radius: 0.4, height: 0.9 },
  ] as const;

  it.each(solids)('of a $kind fall where sampling finds the solid on the way', (shape) => {
    const rotation = { axis: [1, 2, 3], angle: 40 } as const;
    const collider = createCollider({ name: 'solid', shape, position: [0.1, 0.2, -0.1], rotation });
    const blocked = shadowOf([collider]);
    const alone = shadowOf([createCollider({ name: 'solid', shape })]);
    const normal = new Float64Array(3);
    let hidden = 0;
    let seed = 1;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return 3 * (seed / 2147483647 - 0.5);
    };
    for (let k = 0; k < 400; k++) {
      const from = at(random(), random(), random());
      const to = at(random(), random(), random());
      // The one that stands straight can be sampled in its own axes.
      let least = Infinity;
      for (let s = 0; s <= 400; s++) {
        const [x, y, z] = [0, 1, 2].map((axis) => from[axis] + (s / 400) * (to[axis] - from[axis]));
        least = Math.min(least, collider.shape.distance(x, y, z, normal));
      }
      if (Math.abs(least) < 0.01) continue; // grazing: the samples are too coarse
      const isHidden = alone(from, to, -1, 0);
      expect(isHidden).toBe(least < 0);
      if (isHidden) hidden++;
      expect(alone(to, from, -1, 0)).toBe(isHidden);
      expect(alone(from, to, 0, 0)).toBe(false); // but for itself
    }
    expect(hidden).toBeGreaterThan(20);
    // Turned and moved: through its middle it hides, beside it not.
    expect(blocked(at(0.1, 2, -0.1), at(0.1, -2, -0.1), -1, 0)).toBe(true);
    expect(blocked(at(1.5, 2, -0.1), at(1.5, -2, -0.1), -1, 0)).toBe(false);
  });

  it('a sheet that lies on a solid is not hidden from above by it, but is from below', () => {
    const floor = createCollider({ name: 'floor', shape: { kind: 'plane' } });
    const wedge = createCollider({
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.5 },
      position: [0, 0, 0],
    });
    const blocked = shadowOf([floor, wedge]);
    expect(blocked(at(0, 0.5001, 0), at(0.3, 2, 0), -1, 0)).toBe(false);
    expect(blocked(at(0, 0.5001, 0), at(2, 0.2, 0), -1, 0)).toBe(true);
    expect(blocked(at(1, 1e-4, 0), at(2, -1, 0), -1, 0)).toBe(true);
    expect(blocked(at(1, 1e-4, 0), at(30, 1e-4, 0), -1, 0)).toBe(false);
  });

  it('a mesh hides from both sides, and a solid that moves hides where it is', () => {
    const wall = createCollider({
      name: 'wall',
      shape: {
        kind: 'mesh',
        vertices: [
          [0, 0, -1],
          [0, 0, 1],
          [0, 1, 0],
        ],
        triangles: [[0, 1, 2]],
      },
    });
    const blocked = shadowOf([wall]);
    expect(blocked(at(-1, 0.3, 0), at(1, 0.3, 0), -1, 0)).toBe(true);
    expect(blocked(at(1, 0.3, 0), at(-1, 0.3, 0), -1, 0)).toBe(true);
    expect(blocked(at(-1, 1.3, 0), at(1, 1.3, 0), -1, 0)).toBe(false);
    const ball = createCollider({
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.5 },
      keyframes: [
        { time: 0, position: [0, 0, 0] },
        { time: 1, position: [0, 5, 0] },
      ],
    });
    const moving = shadowOf([ball]);
    expect(moving(at(-1, 0, 0), at(1, 0, 0), -1, 0)).toBe(true);
    expect(moving(at(-1, 0, 0), at(1, 0, 0), -1, 1)).toBe(false);
    expect(moving(at(-1, 5, 0), at(1, 5, 0), -1, 1)).toBe(true);
  });
});
