import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../../formats/crc32.ts';
import { frameBytes, TrajectoryError, TrajectoryWriter } from '../../../../formats/trajectory/trajectory.ts';
import { checkTrajectoryInfo, type TrajectoryInfo } from '../../../../formats/trajectory/trajectory-info.ts';
import {
  isSameTopology,
  type TrajectoryMesh,
  trajectoryMeshes,
} from '../../../../formats/trajectory/trajectory-mesh.ts';
import { readTrajectory, TrajectoryReader } from '../../../../formats/trajectory/trajectory-reader.ts';
import { addRigidBodies, contactOf } from '../../../../src/contact/index.ts';
import { EXPLICIT } from '../../../../src/core/dynamics.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';

const info: TrajectoryInfo = {
  scene: { id: 'napkin', title: 'Serviette — 布 “zwei”' },
  dt: 1 / 60,
  bodies: [
    { name: 'sheet', model: 'provot-sheet' },
    { name: 'patch', model: 'provot-sheet' },
  ],
  colliders: [
    {
      name: 'floor',
      shape: { kind: 'plane' },
      poses: [{ time: 0, position: [0, 0, 0], rotation: { axis: [0, 1, 0], angle: 0 } }],
    },
    {
      name: 'lift',
      shape: { kind: 'box', size: [1, 2, 3] },
      poses: [
        { time: 0, position: [0, 0, 0], rotation: { axis: [0, 1, 0], angle: 0 } },
        { time: 1.5, position: [0, 0.25, 0], rotation: { axis: [1, 0, 0], angle: 720 } },
      ],
    },
    {
      name: 'roof',
      shape: {
        kind: 'mesh',
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 0, 1],
        ],
        triangles: [[0, 1, 2]],
      },
      poses: [{ time: 0, position: [0, 2, 0], rotation: { axis: [0, 1, 0], angle: 0 } }],
    },
  ],
};
const meshes: TrajectoryMesh[] = [
  { first: 0, particles: 4, triangles: Uint32Array.of(0, 1, 2, 2, 1, 3) },
  { first: 4, particles: 3, triangles: Uint32Array.of(4, 5, 6) },
];

/** Positions that single precision holds exactly, so that a round trip can be compared to the bit. */
function positionsAt(frame: number, particles = 7): Float32Array {
  return Float32Array.from({ length: 3 * particles }, (_, i) => frame + i / 64);
}

/** The second body refines itself, and so lies behind the first, whatever their order. */
const placed: TrajectoryMesh[] = [
  {
    first: 3,
    particles: 4,
    triangles: Uint32Array.of(3, 4, 5, 5, 4, 6),
    places: {
      uv: Float32Array.of(-0.5, 0.5, 0.5, 0.5, -0.5, -0.5, 0.5, -0.5),
      levels: Uint32Array.of(0, 1, 0, 2),
    },
  },
  { first: 0, particles: 3, triangles: Uint32Array.of(0, 1, 2) },
];

function pieces(frames: number, start = meshes): Uint8Array[] {
  const writer = new TrajectoryWriter(info, start);
  const made = [writer.header];
  for (let f = 0; f < frames; f++) made.push(writer.frame(f / 60, positionsAt(f)));
  return made;
}

function file(frames: number, start = meshes): Uint8Array {
  return Uint8Array.from(pieces(frames, start).flatMap((p) => [...p]));
}

describe('a trajectory', () => {
  it('comes back as it was written', () => {
    const read = readTrajectory(file(3));
    expect(read.info).toEqual(info);
    expect(read.torn).toBeUndefined();
    expect(read.frames.map((f) => f.time)).toEqual([0, 1 / 60, 2 / 60]);
    expect(read.frames.map((f) => f.positions)).toEqual([0, 1, 2].map((f) => positionsAt(f)));
    expect(read.frames[2].meshes).toEqual(meshes);
    expect(read.frames[2].meshes).toBe(read.frames[0].meshes);
  });

  it('may be a piece of a larger buffer, at any alignment', () => {
    const bytes = file(2);
    for (let shift = 0; shift < 4; shift++) {
      const larger = new Uint8Array(bytes.length + 8);
      larger.set(bytes, shift);
      const read = readTrajectory(larger.subarray(shift, shift + bytes.length));
      expect(read.frames[1].positions).toEqual(positionsAt(1));
    }
  });

  it('carries a change of topology', () => {
    const writer = new TrajectoryWriter(info, meshes);
    const refined = [meshes[0], { first: 4, particles: 4, triangles: Uint32Array.of(4, 5, 6, 5, 6, 7) }];
    const parts = [writer.header, writer.frame(0, positionsAt(0)), writer.mesh(refined)];
    parts.push(writer.frame(1, positionsAt(1, 8)));
    const { frames } = readTrajectory(Uint8Array.from(parts.flatMap((p) => [...p])));
    expect(frames.map((f) => f.positions.length)).toEqual([21, 24]);
    expect(frames.map((f) => f.meshes)).toEqual([meshes, refined]);
  });

  it('carries the places of a sheet that refines itself, and is then of version 2', () => {
    const writer = new TrajectoryWriter(info, placed);
    const [sheet, patch] = placed;
    const merged = [
      {
        ...sheet,
        particles: 3,
        triangles: Uint32Array.of(3, 4, 5),
        places: { uv: sheet.places!.uv.slice(2), levels: Uint32Array.of(1, 0, 0) },
      },
      patch,
    ];
    const parts = [writer.header, writer.frame(0, positionsAt(0)), writer.mesh(merged)];
    parts.push(writer.frame(1, positionsAt(1, 6)));
    const bytes = Uint8Array.from(parts.flatMap((p) => [...p]));
    expect(bytes[8]).toBe(2);
    expect(readTrajectory(bytes).frames.map((f) => f.meshes)).toEqual([placed, merged]);
    expect(file(1)[8], 'without places').toBe(1);
  });

  it('carries where colliders are that sheets push', () => {
    const [floor, lift, roof] = info.colliders;
    const freed = { ...info, colliders: [floor, { ...lift, poses: [lift.poses[0]], free: true }, roof] };
    const writer = new TrajectoryWriter(freed, meshes);
    const places = [Float32Array.of(0, 1, 2), Float32Array.of(0, 0.5, 2)];
    const parts = [writer.header, ...places.map((free, k) => writer.frame(k, positionsAt(k), free))];
    const { info: read, frames } = readTrajectory(Uint8Array.from(parts.flatMap((p) => [...p])));
    expect(read).toEqual(freed);
    expect(frames.map((f) => f.free)).toEqual(places);
    expect(frames.map((f) => f.positions)).toEqual([positionsAt(0), positionsAt(1)]);
    expect(() => writer.frame(2, positionsAt(2))).toThrow('0 coordinates given for 1 free colliders');
    expect(() => writer.frame(2, positionsAt(2), Float32Array.of(0, Number.NaN, 0))).toThrow(
      'free collider 0 is at NaN',
    );
  });

  it.each([
    ['without', meshes],
    ['with', placed],
  ])('%s places is refused when any one byte is damaged, at or before the damaged chunk', (_, start) => {
    const parts = pieces(3, start);
    const good = file(3, start);
    for (let at = 0; at < good.length; at++) {
      const bad = good.slice();
      bad[at] ^= 1 << (at % 8);
      const error = caught(() => readTrajectory(bad));
      expect(error, `byte ${at}`).toBeInstanceOf(TrajectoryError);
      // The offset named is that of the chunk (or its content) with the damage: never past it, and never in
      // an earlier piece than the one that holds it.
      const { offset } = error as TrajectoryError;
      expect(offset).toBeLessThanOrEqual(at);
      expect(offset).toBeGreaterThanOrEqual(pieceStart(parts, at));
    }
  });

  it('cut anywhere after its header gives the frames before the cut', () => {
    const parts = pieces(3);
    const whole = file(3);
    const header = parts[0].length;
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length);
      if (length < header) {
        expect(
          caught(() => readTrajectory(cut)),
          `${length} bytes`,
        ).toBeInstanceOf(TrajectoryError);
        continue;
      }
      const { frames, torn } = readTrajectory(cut);
      const complete = Math.floor((length - header) / parts[1].length);
      const end = header + complete * parts[1].length;
      expect(frames.length).toBe(complete);
      expect(torn).toEqual(end < length ? { offset: end } : undefined);
    }
  });

  it('is refused from bytes of any kind without more harm than an error', () => {
    const good = file(2);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(good.length), (noise, at) => {
        const bad = good.slice();
        bad.set(noise.subarray(0, bad.length - at), at);
        const error = caught(() => readTrajectory(bad));
        return error === undefined || error instanceof TrajectoryError;
      }),
    );
  });

  const valued: TrajectoryInfo = {
    ...info,
    bodies: [info.bodies[0], { ...info.bodies[1], matter: { spacing: 0.01, dimension: 3 } }],
    values: [
      { body: 0, name: 'temperature', unit: 'K', kind: 'f32' },
      { body: 1, name: 'phase', unit: '', kind: 'u8' },
      { body: 1, name: 'turn', unit: '', kind: 'i16', width: 3, scale: 1 / 8192 },
    ],
  };
  const valuesAt = (frame: number) => [
    Float32Array.of(293, 294, 295.5, 300 + frame),
    Uint8Array.of(0, 255, frame),
    Int16Array.from({ length: 9 }, (_, k) => 100 * k - frame),
  ];
  const valuedParts = (frames: number) => {
    const writer = new TrajectoryWriter(valued, meshes);
    const made = Array.from({ length: frames }, (_, f) =>
      writer.frame(f / 60, positionsAt(f), undefined, valuesAt(f)),
    );
    return [writer.header, ...made];
  };
  const joined = (parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((p) => [...p]));

  it('carries values of particles, and is then of version 4', () => {
    const bytes = joined(valuedParts(3));
    expect(bytes[8]).toBe(4);
    const read = readTrajectory(bytes);
    expect(read.info).toEqual(valued);
    expect(read.frames.map(({ values }) => values)).toEqual([0, 1, 2].map(valuesAt));
    expect(read.frames.map(({ positions }) => positions)).toEqual([0, 1, 2].map((f) => positionsAt(f)));
    const writer = new TrajectoryWriter(valued, meshes);
    expect(() => writer.frame(0, positionsAt(0))).toThrow('0 values given for 3');
    const [heat, phase, turn] = valuesAt(0);
    const wrong = (values: (typeof heat)[]) => () => writer.frame(0, positionsAt(0), undefined, values);
    expect(wrong([heat, phase.slice(1), turn])).toThrow('2 numbers of phase given, expected 3');
    expect(wrong([heat.fill(Number.NaN, 2), phase, turn])).toThrow('temperature of particle 2 is NaN');
  });

  it('has frames of the bytes that are told beforehand', () => {
    expect(valuedParts(1)[1].length).toBe(frameBytes(valued, meshes));
    for (const one of [info, { ...info, quantised: true }])
      expect(new TrajectoryWriter(one, meshes).frame(0, positionsAt(0)).length).toBe(frameBytes(one, meshes));
  });

  it('with values, cut anywhere, gives the frames before the cut: a frame and its values go together', () => {
    const parts = valuedParts(2);
    const bytes = joined(parts);
    for (let length = parts[0].length; length < bytes.length; length++) {
      const { frames, torn } = readTrajectory(bytes.subarray(0, length));
      const complete = length < parts[0].length + parts[1].length ? 0 : 1;
      const end = parts[0].length + complete * parts[1].length;
      expect(frames.length, `${length} bytes`).toBe(complete);
      expect(torn).toEqual(end < length ? { offset: end } : undefined);
    }
  });

  it('quantised has every coordinate within half a step of its box', () => {
    const writer = new TrajectoryWriter({ ...info, quantised: true }, meshes);
    const positions = Float32Array.from({ length: 21 }, (_, i) => Math.sin(1 + 7 * i) * [1, 20, 0][i % 3]);
    const bytes = joined([writer.header, writer.frame(0.25, positions)]);
    const { frames, info: read } = readTrajectory(bytes);
    expect(read.quantised).toBe(true);
    expect(frames[0].time).toBe(0.25);
    const step = [2 / 65535, 40 / 65535, 0];
    // Half a step, and single precision of what is as large as the box.
    frames[0].positions.forEach((c, i) => {
      expect(Math.abs(c - positions[i])).toBeLessThanOrEqual(0.5 * step[i % 3] + 2e-6 * (i % 3));
    });
    const plain = joined(pieces(1));
    expect(bytes.length - writer.header.length).toBeLessThan(plain.length - pieces(0)[0].length);
  });

  it('is read frame by frame in any order, and goes on while it is written', () => {
    const parts = pieces(5);
    const bytes = joined(parts);
    const source = {
      size: parts[0].length + parts[1].length + 9,
      read: (offset: number, length: number) => bytes.slice(offset, offset + length),
    };
    const reader = new TrajectoryReader(source);
    expect(reader.count).toBe(1);
    expect(reader.torn).toEqual({ offset: parts[0].length + parts[1].length });
    source.size = bytes.length;
    expect(reader.refresh()).toBe(4);
    expect(reader.torn).toBeUndefined();
    expect(reader.frame(4).positions).toEqual(positionsAt(4));
    expect(reader.frame(1).positions).toEqual(positionsAt(1));
    expect([-0.01, 0, 0.02, 9].map((time) => reader.indexAt(time))).toEqual([-1, 0, 1, 4]);
    expect(() => reader.frame(5)).toThrow('frame: must be a whole number below 5, got 5');
    expect(reader.endOf(-1)).toBe(parts[0].length);
    expect(reader.endOf(4)).toBe(bytes.length);
    // A damaged frame costs itself alone.
    bytes[parts[0].length + parts[1].length + 20] ^= 1;
    const damaged = new TrajectoryReader(bytes);
    expect(() => damaged.frame(1)).toThrow('the 1 frame(s) before it are intact');
    expect(damaged.frame(2).positions).toEqual(positionsAt(2));
  });

  it('goes on behind a frame as if it had never been broken', () => {
    const whole = joined(pieces(4));
    const reader = new TrajectoryReader(whole.subarray(0, whole.length - 3));
    const writer = new TrajectoryWriter(info, reader.firstMeshes);
    writer.resumeAfter(reader.frame(1));
    const more = [2, 3].map((f) => writer.frame(f / 60, positionsAt(f)));
    expect(joined([whole.subarray(0, reader.endOf(1)), ...more])).toEqual(whole);
    writer.resumeAfter(reader.frame(2));
    expect(() => writer.frame(1 / 60, positionsAt(1))).toThrow('after one at');
  });

  it('of a later version says which version this reader knows', () => {
    const bytes = file(0);
    bytes[8] = 5;
    expect(() => readTrajectory(bytes)).toThrow(
      'byte 8: version 5 is not supported; this reader supports versions 1 to 4',
    );
    bytes[8] = 4;
    expect(() => readTrajectory(bytes)).toThrow('byte 8: damaged: version 4, and no values');
  });

  it('does not take what no run can have', () => {
    const writer = new TrajectoryWriter(info, meshes);
    const broken = positionsAt(0);
    broken[4] = Number.NaN;
    expect(() => writer.frame(0, broken)).toThrow('particle 1 is at NaN');
    expect(() => writer.frame(0, new Float32Array(3))).toThrow('3 coordinates given for 7 particles');
    writer.frame(1, positionsAt(0));
    expect(() => writer.frame(1, positionsAt(0))).toThrow('a frame at 1 s after one at 1 s');
    expect(() => writer.mesh([meshes[0]])).toThrow('1 meshes given for 2 bodies');
    const stray = { ...meshes[1], triangles: Uint32Array.of(4, 5, 7) };
    expect(() => writer.mesh([meshes[0], stray])).toThrow('triangle 0 refers to particle 7 of another body');
    const late = { ...meshes[1], first: 5, triangles: Uint32Array.of(5, 6, 7) };
    expect(() => writer.mesh([meshes[0], late])).toThrow('a body starts at particle 5, expected 4');
    expect(() => writer.mesh(placed)).toThrow('places of a sheet given, but the first meshes had none');
    const [sheet, patch] = placed;
    const { uv, levels } = sheet.places!;
    for (const [places, reason] of [
      [{ uv, levels: levels.slice(1) }, '3 places of a sheet for 4 particles'],
      [{ uv: uv.map((c, i) => (i === 5 ? Number.NaN : c)), levels }, 'place 2 of a sheet is at NaN'],
      [{ uv, levels: levels.map((l) => 20 * l) }, 'place 3 of a sheet is of level 40'],
    ] as const) {
      expect(() => new TrajectoryWriter(info, [{ ...sheet, places }, patch])).toThrow(reason);
    }
  });
});

it('a change of triangles, of order, of place or of level is a change of topology', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const triangles = world.arena.allocate('triangles', 'i32', 3, 'model');
  triangles.view.set([0, 1, 2]);
  const refinement = {
    depth: 1,
    places: Float64Array.of(0, 0.1, 1, 0.1, 1, 1),
    levels: Int32Array.of(0, 0, 1),
    map: () => undefined,
  };
  const body = {
    name: 'sheet',
    model: 'adaptive-grid',
    first: 0,
    count: 3,
    elements: 0,
    triangles,
    dynamics: EXPLICIT,
    views: [],
    refinement,
  };
  world.bodies.push(body);
  const before = trajectoryMeshes(world);
  expect(isSameTopology(world, before)).toBe(true);
  for (const change of [
    () => triangles.view.set([1, 2, 0]),
    () => refinement.places.set([0.25], 3),
    () => refinement.levels.set([2], 0),
    () => Object.assign(body, { first: 1 }),
  ]) {
    const meshes = trajectoryMeshes(world);
    change();
    expect(isSameTopology(world, meshes), String(change)).toBe(false);
    expect(isSameTopology(world, trajectoryMeshes(world)), String(change)).toBe(true);
  }
});

describe('the header of a trajectory', () => {
  const wrong: [string, (copy: Record<string, never>) => unknown, string][] = [
    ['no dt', (c) => ({ ...c, dt: undefined }), 'dt: must be a finite number'],
    ['dt = 0', (c) => ({ ...c, dt: 0 }), 'dt: must be > 0, got 0'],
    ['a list', () => [], 'header: must be an object'],
    ['a nameless body', (c) => ({ ...c, bodies: [{ model: 'x' }] }), 'bodies[0].name: must be text'],
    [
      'no poses',
      (c) => ({ ...c, colliders: [{ name: 'a', shape: { kind: 'plane' }, poses: [] }] }),
      'poses: must',
    ],
    [
      'a collider half free',
      (c) => ({ ...c, colliders: [{ ...info.colliders[0], free: 'half' }] }),
      'colliders[0].free: must be true or false',
    ],
    [
      'a shape of no kind',
      (c) => ({
        ...c,
        colliders: [{ name: 'a', shape: { kind: 'cone' }, poses: info.colliders[0].poses }],
      }),
      'colliders[0].shape.kind: unknown shape "cone"',
    ],
    [
      'an index past the vertices',
      (c) => ({
        ...c,
        colliders: [
          {
            name: 'a',
            shape: { kind: 'mesh', vertices: [], triangles: [[0, 1, 2]] },
            poses: info.colliders[0].poses,
          },
        ],
      }),
      'colliders[0].shape.triangles[0]: must be indices below 0, got 0',
    ],
  ];
  it.each(wrong)('with %s is refused', (_, change, reason) => {
    const copy = JSON.parse(JSON.stringify(info));
    expect(() => checkTrajectoryInfo(change(copy))).toThrow(reason);
  });
});

it('rigid bodies are told in their order, each with its pose', () => {
  const world = new World(createIntegrator('euler-cromer'));
  expect(contactOf(world).dynamicPoses()).toEqual([]);
  const shape = { kind: 'sphere', radius: 0.1 } as const;
  addRigidBodies(world, [
    { name: 'a', shape, position: [1, 2, 3] },
    { name: 'b', shape, position: [4, 2, 3] },
  ]);
  expect(contactOf(world).dynamicPoses()).toEqual([1, 2, 3, 0, 0, 0, 1, 4, 2, 3, 0, 0, 0, 1]);
});

it('the checksum is that of the published check value', () => {
  const digits = Uint8Array.from('123456789', (c) => c.charCodeAt(0));
  expect(crc32(digits)).toBe(0xcbf43926);
});

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

function pieceStart(parts: readonly Uint8Array[], at: number): number {
  let start = 0;
  for (const part of parts) {
    if (at < start + part.length) return start;
    start += part.length;
  }
  return start;
}
