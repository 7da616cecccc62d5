/** Small trajectories to be exported, whose every vertex is known: sheets that move, stretch, tear and lose triangles, matter, colliders. */
import { type TrajectoryInfo, type TrajectoryMesh, TrajectoryReader, TrajectoryWriter } from 'pliant/formats';

function infoOf(more: Partial<TrajectoryInfo> = {}): TrajectoryInfo {
  return {
    scene: { id: 'napkin', title: 'A napkin' },
    dt: 1 / 60,
    bodies: [{ name: 'a sheet', model: 'provot-sheet' }],
    colliders: [],
    ...more,
  };
}

function readerOf(writer: TrajectoryWriter, parts: Uint8Array[]): TrajectoryReader {
  return new TrajectoryReader(Uint8Array.from([writer.header, ...parts].flatMap((part) => [...part])));
}

const SQUARE: TrajectoryMesh = { first: 0, particles: 4, triangles: Uint32Array.of(0, 1, 2, 2, 1, 3) };
/** A unit square in the plane z = 0 that rises, frame by frame, by half a metre. */
export const squareAt = (frame: number) =>
  Float32Array.of(0, 0.5 * frame, 0, 1, 0.5 * frame, 0, 0, 1 + 0.5 * frame, 0, 1, 1 + 0.5 * frame, 0.25);

export function rising(frames: number): TrajectoryReader {
  return risingAt(Array.from({ length: frames }, (_, f) => f));
}

/** The same, recorded at some of its frames only, of 60 a second; it grows warmer by 1 K a frame. */
export function risingAt(frames: number[]): TrajectoryReader {
  const info = infoOf({ values: [{ body: 0, name: 'temperature', unit: 'K', kind: 'f32' }] });
  const writer = new TrajectoryWriter(info, [SQUARE]);
  const warm = (f: number) => [Float32Array.of(290, 300, 310, 320).map((kelvin) => kelvin + f)];
  const parts = frames.map((f) => writer.frame(f / 60, squareAt(f), undefined, warm(f)));
  return readerOf(writer, parts);
}

/** A square that is stretched along y, to twice its height in the last of three frames. */
export function stretched(): TrajectoryReader {
  const writer = new TrajectoryWriter(infoOf(), [SQUARE]);
  const at = (f: number) => Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1 + f / 2, 0, 1, 1 + f / 2, 0);
  return readerOf(
    writer,
    [0, 1, 2].map((f) => writer.frame(f / 60, at(f))),
  );
}

/** A square of two triangles whose diagonal opens: both its ends are split. In the flat sheet nothing moves. */
export function tearing(): TrajectoryReader {
  const uv = (...numbers: number[]) => Float32Array.from(numbers);
  const whole = { ...SQUARE, places: { uv: uv(0, 0, 1, 0, 0, 1, 1, 1), levels: new Uint32Array(4) } };
  const torn = {
    first: 0,
    particles: 6,
    triangles: Uint32Array.of(0, 1, 2, 4, 5, 3),
    places: { uv: uv(0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0), levels: new Uint32Array(6) },
  };
  const writer = new TrajectoryWriter(infoOf(), [whole]);
  const open = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1.5, 1, 0, 0.5, 1, 0, 1.5, 0, 0);
  return readerOf(writer, [writer.frame(0, squareAt(0)), writer.mesh([torn]), writer.frame(1, open)]);
}

/** The second triangle goes after the first frame. */
export function losing(): TrajectoryReader {
  const writer = new TrajectoryWriter(infoOf(), [SQUARE]);
  const parts = [
    writer.frame(0, squareAt(0)),
    writer.mesh([{ ...SQUARE, triangles: Uint32Array.of(0, 1, 2) }]),
  ];
  return readerOf(writer, [...parts, writer.frame(1, squareAt(1))]);
}

/** Two layers: the mass of the upper one, the second of five, is in no triangle. */
export function layered(): TrajectoryReader {
  const info = infoOf({ values: [{ body: 0, name: 'temperature', unit: 'K', kind: 'f32' }] });
  const mesh = { first: 0, particles: 5, triangles: Uint32Array.of(0, 2, 3, 3, 2, 4) };
  const writer = new TrajectoryWriter(info, [mesh]);
  const at = (f: number) => Float32Array.of(0, f, 0, 0.5, f, 0.5, 1, f, 0, 0, f + 1, 0, 1, f + 1, 0);
  const warm = [Float32Array.of(300, 999, 310, 320, 330)];
  return readerOf(
    writer,
    [0, 1].map((f) => writer.frame(f, at(f), undefined, warm)),
  );
}

/** Four particles of matter that fall apart. */
export function matter(): TrajectoryReader {
  const info = infoOf({
    bodies: [{ name: 'goo', model: 'lattice-matter', matter: { spacing: 0.1, dimension: 3 } }],
    values: [{ body: 0, name: 'temperature', unit: 'K', kind: 'f32' }],
  });
  const writer = new TrajectoryWriter(info, [{ first: 0, particles: 2, triangles: new Uint32Array() }]);
  const at = (apart: number) => Float32Array.of(0, 0, 0, apart, 0, 0);
  const heat = [Float32Array.of(300, 400)];
  return readerOf(writer, [
    writer.frame(0, at(0.1), undefined, heat),
    writer.frame(1, at(1), undefined, heat),
  ]);
}

/** A ramp that stands, a box that turns by keyframes, a die that frames move, a plate that moves in itself, and a floor. */
export function furnished(): TrajectoryReader {
  const pose = { time: 0, position: [0, 0, 0], rotation: { axis: [0, 1, 0], angle: 0 } } as const;
  const box = { kind: 'box', size: [1, 1, 1] } as const;
  const plate = {
    kind: 'mesh',
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    triangles: [[0, 1, 2]],
    motion: {
      times: [0, 1],
      places: [
        [0, 0, 0, 1, 0, 0, 0, 0, 1],
        [0, 1, 0, 1, 1, 0, 0, 1, 1],
      ],
    },
  } as const;
  const info = infoOf({
    colliders: [
      { name: 'floor', shape: { kind: 'plane' }, poses: [pose] },
      { name: 'ramp', shape: box, poses: [{ ...pose, position: [5, 0, 0] }] },
      {
        name: 'door',
        shape: box,
        poses: [pose, { time: 1, position: [0, 0, 2], rotation: { axis: [0, 1, 0], angle: 90 } }],
      },
      { name: 'plate', shape: plate, poses: [{ ...pose, position: [0, 0, 3] }] },
      { name: 'die', shape: box, poses: [pose], free: true, turns: true },
    ],
  });
  const writer = new TrajectoryWriter(info, [SQUARE]);
  // The die's quaternion changes its sign on the way, which changes nothing of how it lies.
  const parts = [0, 1, 2].map((f) =>
    writer.frame(f / 2, squareAt(f), Float32Array.of(f, 1, 0, 0, 0, 0, f === 1 ? -1 : 1)),
  );
  return readerOf(writer, parts);
}
