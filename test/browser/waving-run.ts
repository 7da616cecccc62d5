/** A run made from a formula, a travelling wave in a sheet that hangs over a ball, for the pages to show. */
import { type ReportData, type TrajectoryInfo, TrajectoryWriter } from 'pliant/formats';

const SIDE = 25;

const info: TrajectoryInfo = {
  scene: { id: 'wave', title: 'A wave' },
  dt: 1 / 60,
  bodies: [{ name: 'sheet', model: 'provot-sheet' }],
  colliders: [
    { name: 'floor', shape: { kind: 'plane' }, poses: [pose(0, [0, 0, 0])] },
    {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.22 },
      poses: [pose(0, [-0.2, 0.22, 0]), pose(1, [0.2, 0.22, 0])],
    },
    { name: 'block', shape: { kind: 'box', size: [0.2, 0.3, 0.2] }, poses: [pose(0, [0.35, 0.15, 0.4])] },
  ],
};

export function wavingRun(frames = 60, changes: Partial<ReportData['facts']> = {}): ReportData {
  const triangles: number[] = [];
  for (let row = 0; row + 1 < SIDE; row++) {
    for (let column = 0; column + 1 < SIDE; column++) {
      const a = row * SIDE + column;
      triangles.push(a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE);
    }
  }
  const particles = SIDE * SIDE;
  const writer = new TrajectoryWriter(info, [
    { first: 0, particles, triangles: Uint32Array.from(triangles) },
  ]);
  const time = Array.from({ length: frames }, (_, f) => f * info.dt);
  const pieces = [writer.header, ...time.map((t) => writer.frame(t, wave(t)))];
  return {
    facts: {
      scene: { id: 'wave', title: 'A wave', about: 'A sheet that follows a formula.', paper: 'none' },
      seconds: frames * info.dt,
      steps: frames,
      dt: info.dt,
      engine: 'euler-cromer',
      substeps: 24,
      seed: 1,
      hash: '0123456789abcdef',
      wallMs: 1234.5,
      particles: { start: particles, end: particles, min: particles, max: particles },
      penetrationMax: 1.5e-5,
      warnings: [],
      version: 'pliant 0.1.0, Node 20',
      ...changes,
    },
    series: {
      time,
      energy: {
        kinetic: time.map((t) => 0.2 + 0.2 * Math.sin(8 * t)),
        gravity: time.map((t) => 1 - 0.3 * t),
        total: time.map((t) => 1.2 - 0.3 * t + 0.2 * Math.sin(8 * t)),
      },
      strainMean: time.map((t) => 0.004 + 0.001 * Math.sin(5 * t)),
      strainMax: time.map((t) => 0.03 + 0.012 * Math.sin(7 * t)),
      particles: time.map(() => particles),
      phases: {
        drive: time.map(() => 0.05),
        heat: time.map(() => 0),
        advance: time.map((t) => 3 + 0.3 * Math.sin(40 * t)),
        contact: time.map((t) => 1 + 0.2 * Math.sin(31 * t)),
      },
    },
    trajectory: Uint8Array.from(Buffer.concat(pieces)),
  };
}

function wave(time: number): Float32Array {
  const positions = new Float32Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const u = (i % SIDE) / (SIDE - 1) - 0.5;
    const v = Math.floor(i / SIDE) / (SIDE - 1) - 0.5;
    positions.set([u, 0.62 + 0.09 * Math.sin(9 * u - 6 * time) * Math.cos(5 * v + time), v], 3 * i);
  }
  return positions;
}

function pose(time: number, position: [number, number, number]) {
  return { time, position, rotation: { axis: [0, 1, 0], angle: 0 } as const };
}
