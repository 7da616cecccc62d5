/** A shape that is registered at run time: contact, scene files, recordings, exports and rigid bodies all know it. */
import { buildScene, parseScene, rigidSolverFor, run, type SceneInput, step, World } from 'pliant';
import {
  addRigidBodies,
  contactOf,
  createCollider,
  createIntegrator,
  registerShape,
  type ShapeKind,
  shapeMesh,
} from 'pliant/engine';
import {
  exportTrajectory,
  interleavePositions,
  TrajectoryReader,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
} from 'pliant/formats';
import { beforeAll, describe, expect, it } from 'vitest';

interface TorusSpec {
  readonly kind: 'torus';
  readonly ring: number;
  readonly tube: number;
}

declare module '../../../../src/contact/shapes/index.ts' {
  interface ShapeSpecs {
    torus: TorusSpec;
  }
}

const LENGTH = { type: 'number', unit: 'm', above: 0, max: 1e6 } as const;

/** A ring about y: d = √((√(x² + z²) − R)² + y²) − r. */
const torus: ShapeKind<TorusSpec> = {
  kind: 'torus',
  help: 'Ring about y.',
  fields: {
    ring: { ...LENGTH, help: 'Radius of the ring.' },
    tube: { ...LENGTH, help: 'Radius of the tube.' },
  },
  create: ({ ring, tube }) => {
    if (!(tube < ring)) throw new RangeError(`tube: must be < ring (${ring}), got ${tube}`);
    return {
      kind: 'torus',
      signed: true,
      reach: ring - tube, // every point nearer than the axis has one nearest point
      bounds: Float64Array.of(-ring - tube, -tube, -ring - tube, ring + tube, tube, ring + tube),
      distance(x, y, z, normal) {
        const away = Math.hypot(x, z);
        const out = away - ring;
        const length = Math.hypot(out, y);
        const [cx, cz] = away > 0 ? [x / away, z / away] : [1, 0];
        normal.set(length > 0 ? [(cx * out) / length, y / length, (cz * out) / length] : [0, 1, 0]);
        return length - tube;
      },
    };
  },
  mesh: ({ ring, tube }, sides) => {
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let i = 0; i < sides; i++) {
      for (let j = 0; j < sides; j++) {
        const [u, v] = [(2 * Math.PI * i) / sides, (2 * Math.PI * j) / sides];
        const out = ring + tube * Math.cos(v);
        positions.push(out * Math.cos(u), tube * Math.sin(v), out * Math.sin(u));
        const at = (a: number, b: number) => ((i + a) % sides) * sides + ((j + b) % sides);
        triangles.push(at(0, 0), at(0, 1), at(1, 0), at(1, 0), at(0, 1), at(1, 1));
      }
    }
    return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles), smooth: true };
  },
  mass: ({ ring, tube }) => {
    const across = ring * ring * 0.5 + 0.625 * tube * tube;
    return {
      volume: 2 * Math.PI * Math.PI * ring * tube * tube,
      centre: [0, 0, 0],
      axes: [0, 0, 0, 1],
      gyration: [across, ring * ring + 0.75 * tube * tube, across],
      reach: ring + tube,
    };
  },
};

const SHAPE: TorusSpec = { kind: 'torus', ring: 0.25, tube: 0.08 };

const SCENE = {
  format: 1,
  id: 'ring',
  seconds: 1,
  bodies: [
    {
      name: 'cloth',
      model: 'provot-sheet',
      size: [0.9, 0.9],
      points: [25, 25],
      position: [0.02, 0.12, 0.01],
      rotation: { axis: [1, 0, 0], angle: -90 },
      material: { density: 0.2, stretch: 60, shear: 25, bend: 0.2, damping: 0.1, thickness: 0.004 },
    },
  ],
  colliders: [{ name: 'ring', shape: SHAPE, friction: 0.2 }],
} as unknown as SceneInput;

beforeAll(() => registerShape(torus));

describe('a torus by its own equation', () => {
  it.each([false, true])('carries a sheet that never enters it, with contact of edges %s', (edges) => {
    const scene = parseScene({ ...SCENE, contact: { edges } });
    const world = buildScene(scene);
    const normal = new Float64Array(3);
    const { shape } = createCollider({ name: 'ring', shape: SHAPE });
    const distances = () => {
      const { x, y, z, count } = world.particles;
      return Array.from({ length: count }, (_, i) => shape.distance(x[i], y[i], z[i], normal));
    };
    let least = Infinity;
    run(world, scene.dt, 60, ({ fault, penetrationMax }) => {
      expect(fault).toBeUndefined();
      expect(penetrationMax).toBe(0);
      least = Math.min(least, ...distances());
    });
    expect(least).toBeGreaterThan(0.0019); // half its thickness, but for what edges press
    const deep = contactOf(world).penetrations();
    expect(deep.filter(({ particle }) => edges || particle !== undefined)).toEqual([]);
    expect(distances().filter((d) => d < 0.0025).length).toBeGreaterThan(20);
    const { x, y, z } = world.particles;
    expect(Math.min(...y)).toBeLessThan(-0.05); // it hangs over the ring
    const inside = [...x.keys()].filter((i) => Math.hypot(x[i], z[i]) < 0.1);
    expect(Math.min(...inside.map((i) => y[i]))).toBeLessThan(0.078); // and sags into its hole
  });

  it('is refused by its own checks, with the path of the field', () => {
    const thick = { ...SCENE, colliders: [{ name: 'ring', shape: { ...SHAPE, tube: 0.3 } }] };
    expect(() => parseScene(thick)).toThrow('colliders[0].shape.tube: must be < ring (0.25), got 0.3');
  });

  it('is drawn as a closed mesh of its volume', () => {
    const { positions: p, triangles } = shapeMesh(SHAPE, 64)!;
    let volume = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => p.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    expect(volume / torus.mass!(SHAPE).volume).toBeCloseTo(1, 2);
  });

  it('is recorded as triangles, which any reader can draw, and exported', async () => {
    const scene = parseScene(SCENE);
    const info = trajectoryInfo(scene);
    expect(info.colliders[0].shape.kind).toBe('mesh');
    const world = buildScene(scene);
    const writer = new TrajectoryWriter(info, trajectoryMeshes(world));
    const parts = [0, 1 / 60].map((time) => writer.frame(time, interleavePositions(world.particles)));
    const reader = new TrajectoryReader(
      Uint8Array.from([writer.header, ...parts].flatMap((part) => [...part])),
    );
    expect(reader.info.colliders[0].shape.kind).toBe('mesh');
    const [{ bytes: glb }] = await exportTrajectory(reader, 'glb');
    const [{ bytes: usda }] = await exportTrajectory(reader, 'usda');
    expect(new TextDecoder().decode(usda).includes('"ring"')).toBe(true);
    expect(glb.length).toBeGreaterThan(64 * 64 * 12);
  });

  it('cannot be a rigid body without convex parts, and says so', async () => {
    const world = new World(createIntegrator('euler-cromer'));
    expect(() => addRigidBodies(world, [{ name: 'ring', shape: SHAPE }])).toThrow(
      '[0].shape.kind: a torus is not convex',
    );
  });

  it('stops a rigid ball that falls on it', async () => {
    const scene = parseScene({
      format: 1,
      id: 'ball',
      seconds: 1,
      colliders: [{ name: 'ring', shape: SHAPE }],
      rigidBodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, position: [0, 0.4, 0], mass: 1 }],
    } as unknown as SceneInput);
    const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
    for (let k = 0; k < 90; k++) expect(step(world, 1 / 60).fault).toBeUndefined();
    const [, height] = contactOf(world).rigid!.poseOf(0).position;
    // Both touch where the centres of ball and tube are r + R apart: √(0.28² − 0.25²).
    expect(height).toBeCloseTo(Math.sqrt(0.28 ** 2 - 0.25 ** 2), 2);
  });
});
