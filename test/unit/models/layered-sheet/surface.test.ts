/** The drawn surface of a layered sheet: smooth, out of what it rests on, unchanged elsewhere, with its holes. */
import { describe, expect, it } from 'vitest';
import {
  type Collider,
  createCollider,
  createIntegrator,
  createLattice,
  type DrawnSheet,
  type ShapeSpec,
  type StructureName,
  smoothSurface,
  type Vector,
} from '../../../../src/engine.ts';
import { World } from '../../../../src/index.ts';

const THICKNESS = 0.01;
const CLEARANCE = THICKNESS / 2;

interface Laid {
  world: World;
  sheet: DrawnSheet;
}

/** A sheet of 1 m put where `place` says, without springs: only where masses are matters to a drawing. */
function lay(
  place: (x: number, z: number, layer: number) => Vector,
  { structure = 'samm' as StructureName, side = 13, layers = 2 } = {},
): Laid {
  const world = new World(createIntegrator('verlet'));
  const lattice = createLattice({
    structure,
    columns: side,
    rows: side,
    layers,
    size: [1, 1],
    layerDistance: THICKNESS,
  });
  const p = world.particles;
  const first = 2; // others come before it
  p.add(first + lattice.masses.length);
  lattice.masses.forEach((mass, i) => {
    [p.x[first + i], p.y[first + i], p.z[first + i]] = place(mass.x, mass.z, mass.layer);
  });
  const surface = lattice.triangles(0);
  const triangles = world.arena.allocate('sheet.triangles', 'i32', surface.length, 'model');
  triangles.view.set(surface.map((corner) => first + corner));
  return { world, sheet: { first, lattice, triangles, thickness: THICKNESS } };
}

const collider = (shape: ShapeSpec, position: Vector = [0, 0, 0]): Collider =>
  createCollider({ name: 'it', shape, position });

const wedge: ShapeSpec = {
  kind: 'convex',
  vertices: [
    [-0.3, 0, -0.6],
    [0.3, 0, -0.6],
    [0, 0.3, -0.6],
    [-0.3, 0, 0.6],
    [0.3, 0, 0.6],
    [0, 0.3, 0.6],
  ],
  faces: [
    [0, 2, 1],
    [3, 4, 5],
    [0, 1, 4, 3],
    [1, 2, 5, 4],
    [2, 0, 3, 5],
  ],
};

/** Least distance of a drawn point from the collider's surface, and whether it has any at all. */
function least(position: Float64Array, { shape, track }: Collider): number {
  const { position: at } = track.poseAt(0); // none of them is turned
  const normal = new Float64Array(3);
  let distance = Infinity;
  for (let i = 0; i < position.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => position[i + axis] - at[axis]);
    distance = Math.min(distance, shape.distance(x, y, z, normal));
  }
  return distance;
}

/** The height at which a mass over (x, z) lies on a thing, and slopes away from it beyond. */
const over: Record<string, { colliders: Collider[]; height: (x: number, z: number) => number }> = {
  sphere: {
    colliders: [collider({ kind: 'sphere', radius: 0.3 })],
    height: (x, z) => Math.sqrt(Math.max(0, (0.3 + CLEARANCE) ** 2 - x * x - z * z)),
  },
  box: {
    colliders: [collider({ kind: 'box', size: [0.5, 0.2, 0.5] })],
    height: (x, z) => {
      const beyond = Math.max(Math.abs(x), Math.abs(z)) - 0.25 - CLEARANCE;
      return beyond < 0 ? 0.1 + CLEARANCE : 0.1 + CLEARANCE - 3 * beyond;
    },
  },
  wedge: {
    colliders: [collider(wedge)],
    height: (x) => 0.3 - Math.abs(x) + CLEARANCE * Math.SQRT2,
  },
  floor: {
    colliders: [collider({ kind: 'plane' })],
    height: (x) => CLEARANCE + (x > 0.1 ? 0.2 : 0),
  },
  'floor and wedge': {
    colliders: [collider(wedge), collider({ kind: 'plane' })],
    height: (x) => Math.max(CLEARANCE, 0.3 - Math.abs(x) + CLEARANCE * Math.SQRT2),
  },
};

describe.each(Object.keys(over))('a smooth sheet over a %s', (name) => {
  const { colliders, height } = over[name];
  const place = (x: number, z: number, layer: number): Vector => [x, height(x, z) + layer * THICKNESS, z];

  it.each([
    ['samm', false],
    ['trimm', false],
    ['trimm', true],
  ] as const)('%s does not sink in (interpolating: %s)', (structure, interpolate) => {
    const { world, sheet } = lay(place, { structure });
    const sunk = smoothSurface(world, sheet, { layer: 'bottom', interpolate });
    const drawn = smoothSurface(world, sheet, { layer: 'bottom', interpolate, colliders });
    for (const one of colliders) {
      expect(least(drawn.position, one)).toBeGreaterThan(CLEARANCE - 1e-6);
    }
    // Without the colliders it does sink in: the test would notice. (On a plane only where it interpolates: else a
    // spline stays among its control points.)
    if (name === 'floor' && !interpolate) return;
    expect(Math.min(...colliders.map((one) => least(sunk.position, one)))).toBeLessThan(CLEARANCE - 1e-4);
  });

  it('rises as a neighbourhood: no point stands out among its neighbours', () => {
    const { world, sheet } = lay(place);
    const sunk = smoothSurface(world, sheet, { layer: 'bottom', interpolate: true });
    const drawn = smoothSurface(world, sheet, { layer: 'bottom', interpolate: true, colliders });
    const across = 4 * 12 + 1;
    const moved = (i: number) =>
      Math.hypot(...[0, 1, 2].map((axis) => drawn.position[3 * i + axis] - sunk.position[3 * i + axis]));
    let most = 0;
    let jump = 0;
    for (let k = 0; k < across; k++) {
      for (let l = 0; l < across; l++) {
        most = Math.max(most, moved(k * across + l));
        if (l > 0 && l + 1 < across) {
          const i = k * across + l;
          jump = Math.max(jump, Math.abs(moved(i) - 0.5 * (moved(i - 1) + moved(i + 1))));
        }
      }
    }
    // A spike would stand out by all of its height; a spline of spacing 4 points by its curvature, and at kinks more.
    expect(jump).toBeLessThan(0.3 * most);
  });
});

describe('a smooth sheet away from contact', () => {
  const wavy = (x: number, z: number, layer: number): Vector => [
    x,
    1 + 0.1 * Math.sin(6 * x + z) + layer * THICKNESS,
    z,
  ];

  it('is the same to the last bit with colliders far below', () => {
    const { world, sheet } = lay(wavy);
    const colliders = [collider({ kind: 'plane' }), collider({ kind: 'sphere', radius: 0.4 })];
    const free = smoothSurface(world, sheet, { layer: 'both' });
    const drawn = smoothSurface(world, sheet, { layer: 'both', colliders });
    expect(drawn.position).toEqual(free.position);
    expect(drawn.normal).toEqual(free.normal);
  });

  it('is unchanged four spacings from what it touches', () => {
    const radius = 0.1;
    const bump = (x: number, z: number) =>
      Math.sqrt(Math.max(0, (radius + CLEARANCE) ** 2 - (x + 0.35) ** 2 - z * z));
    const { world, sheet } = lay((x, z) => [x, bump(x, z), z], { layers: 1 });
    const colliders = [collider({ kind: 'sphere', radius }, [-0.35, 0, 0])];
    const free = smoothSurface(world, sheet, {});
    const drawn = smoothSurface(world, sheet, { colliders });
    const edge = -0.35 + radius + CLEARANCE + 4 / 12;
    let changed = 0;
    for (let i = 0; i < free.position.length; i += 3) {
      const same = [0, 1, 2].every((axis) => drawn.position[i + axis] === free.position[i + axis]);
      if (free.position[i] > edge) expect(same).toBe(true);
      else if (!same) changed++;
    }
    expect(changed).toBeGreaterThan(0);
  });
});

describe('thin and two-sided things', () => {
  it.each([
    ['plate', collider({ kind: 'box', size: [2, 0.004, 2] }, [0, -0.002, 0])],
    [
      'mesh',
      collider({
        kind: 'mesh',
        vertices: [
          [-2, 0, -2],
          [2, 0, -2],
          [-2, 0, 2],
          [2, 0, 2],
        ],
        triangles: [
          [0, 2, 1],
          [1, 2, 3],
        ],
      }),
    ],
  ])('a sheet on a thin %s stays on its side', (_, one) => {
    // A step: the spline through its masses overshoots, down to the far side.
    const { world, sheet } = lay((x, z) => [x, CLEARANCE + (x > 0.1 ? 0.2 : 0), z], { layers: 1 });
    const free = smoothSurface(world, sheet, { interpolate: true });
    expect(Math.min(...free.position.filter((__, i) => i % 3 === 1))).toBeLessThan(-0.002); // it dips through
    const drawn = smoothSurface(world, sheet, { interpolate: true, colliders: [one] });
    expect(Math.min(...drawn.position.filter((__, i) => i % 3 === 1))).toBeGreaterThan(CLEARANCE - 1e-6);
  });
});

describe('what is drawn', () => {
  const flat = (x: number, z: number, layer: number): Vector => [x, layer * THICKNESS, z];

  it.each([
    ['samm', true],
    ['samm', false],
    ['trimm', true],
    ['trimm', false],
  ] as const)('%s with smoothing %s: a torn triangle leaves its hole, and only that', (structure, on) => {
    const { world, sheet } = lay(flat, { structure, layers: 1 });
    const surface = smoothSurface(world, sheet, { on });
    const whole = drawnArea(surface);
    const torn = sheet.triangles.view.subarray(3 * 100, 3 * 101);
    const [a, b, c] = [...torn].map((i) => [world.particles.x[i], world.particles.z[i]]);
    const area = 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    torn.fill(sheet.first);
    surface.update();
    // Drawn triangles are a sixteenth of the torn one; those of a saw-edged lattice straddle its sides.
    const tolerance = on && structure === 'trimm' ? 0.3 * area : 1e-9;
    expect(Math.abs(whole - drawnArea(surface) - area)).toBeLessThan(tolerance);
  });

  it('thickness follows from the area: stretched to 1.5 × 1.2, a wall of 1/1.8', () => {
    const { world, sheet } = lay((x, z, layer) => [1.5 * x, layer * THICKNESS, 1.2 * z], {
      structure: 'trimm',
    });
    for (const layer of ['top', 'bottom', 'both'] as const) {
      const surface = smoothSurface(world, sheet, { layer });
      for (const t of surface.thickness) expect(t).toBeCloseTo(THICKNESS / 1.8, 12);
    }
  });

  it('a thickened surface is closed and has the volume of the sheet, holes and all', () => {
    const { world, sheet } = lay((x, z) => [x, 0.1 * x * z, z], { layers: 1 });
    sheet.triangles.view.fill(sheet.first, 3 * 40, 3 * 41);
    const surface = smoothSurface(world, sheet, {});
    const { position, triangles } = surface.thickened();
    const edges = new Map<string, number>();
    let volume = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [
        ...position.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3),
      ]);
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
      for (let k = 0; k < 3; k++) {
        const [i, j] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
        edges.set(`${i} ${j}`, (edges.get(`${i} ${j}`) ?? 0) + 1);
      }
    }
    for (const [edge, count] of edges) {
      expect(count).toBe(1);
      expect(edges.get(edge.split(' ').reverse().join(' '))).toBe(1);
    }
    const hole = 0.5 / 144; // half a cell
    expect(volume / (THICKNESS * (1 - hole))).toBeCloseTo(1, 2); // curvature: a percent of it at most
  });

  it('plain and smooth drawings of a flat sheet cover the same rectangle', () => {
    const { world, sheet } = lay(flat);
    for (const on of [true, false])
      expect(drawnArea(smoothSurface(world, sheet, { on, layer: 'bottom' }))).toBeCloseTo(1, 12);
  });

  it.each([
    'samm',
    'trimm',
  ] as const)('%s: points of every layer have what its own masses have', (structure) => {
    const { world, sheet } = lay(flat, { structure, layers: 3 });
    // A linear field, of another height in each layer: between masses it is exact.
    const field = sheet.lattice.masses.map(({ x, z, layer }) => 2 * x + z + 100 * layer);
    for (const on of [true, false]) {
      const surface = smoothSurface(world, sheet, { on, layer: 'all' });
      const values = surface.valuesAt(field);
      const seen = new Set<number>();
      const { position: s } = surface;
      for (let i = 0; i < values.length; i++) {
        const layer = Math.round(s[3 * i + 1] / THICKNESS);
        seen.add(layer);
        // A smoothed rim is straight where that of a triangular lattice is a saw: half a spacing beyond its masses.
        const tolerance = structure === 'trimm' ? 2 / 24 : 1e-9;
        expect(Math.abs(values[i] - (2 * s[3 * i] + s[3 * i + 2] + 100 * layer))).toBeLessThan(tolerance);
      }
      expect([...seen].sort()).toEqual([0, 1, 2]);
    }
  });

  it('refuses a clearance that is none', () => {
    const { world, sheet } = lay(flat);
    expect(() => smoothSurface(world, sheet, { clearance: -1 })).toThrow(/clearance: must be >= 0/);
  });
});

/** In plan. */
function drawnArea({ position: s, triangles, triangleCount }: ReturnType<typeof smoothSurface>): number {
  let area = 0;
  for (let t = 0; t < 3 * triangleCount; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    area += 0.5 * ((s[b + 2] - s[a + 2]) * (s[c] - s[a]) - (s[b] - s[a]) * (s[c + 2] - s[a + 2]));
  }
  return area;
}
