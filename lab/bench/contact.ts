/**
 * Cost of contact: its share of a step while a sheet drapes over a ball of 10,000 triangles, its growth with the size of
 * the sheet, and the same for a sheet crumpled on itself.
 *
 * A world is simulated to an interesting state and saved as a snapshot, which is restored before every sample; the minimum
 * time of each stage counts. Implicit engines ask contact for its constraints before each solve: these calls are timed
 * here and counted as contact, although they run within the stage `advance`. The cost of the constraints in the solve
 * itself (matrix rows, iterations) stays with the engine.
 */
import { buildScene, PHASES, parseScene, restore, type SceneInput, snapshot, step, type World } from 'pliant';
import { contactOf } from 'pliant/engine';
import { sceneById } from 'pliant/scenes';

export interface ContactRow {
  what: string;
  n: number;
  triangles: number;
  substeps: number;
  /** Contacts in the last measured sub-step. */
  contacts: number;
  /** Time per frame, ms: total, contact stage, and contact inside `advance`. */
  frame: number;
  contact: number;
  inside: number;
  /** Share (contact + inside) / frame. */
  share: number;
  /** Contact time per sub-step, and per frame, over T log₂ T, in ns; T is the number of triangles of the sheet. */
  growth: number;
  frameGrowth: number;
}

export interface ContactBenchOptions {
  clock: () => number;
  samples: number;
  /** Particles per side of the drapes of both models, of the growth series, and of the crumpled sheet. */
  drape: number;
  sizes: readonly number[];
  crumpled: boolean;
  progress?: (done: number, total: number, label: string) => void;
}

const DT = 1 / 60;
/** Start of the samples, s: the sheet hangs around the ball and still moves. */
const DRAPED = 0.35;

type Body = NonNullable<SceneInput['bodies']>[number];

const PLACE = {
  name: 'sheet',
  size: [1.2, 1.2] as [number, number],
  position: [0, 0.302, 0] as [number, number, number],
  rotation: { axis: [1, 0, 0] as [number, number, number], angle: -90 },
  jitter: 1e-4,
};
type Place = typeof PLACE;

/** Sheets of n points a side, and the engines that suit them. */
const SHEETS = {
  'provot-sheet': {
    engine: 'euler-cromer',
    body: (place: Place, n: number): Body => ({
      model: 'provot-sheet',
      ...place,
      points: [n, n],
      material: { density: 0.15, stretch: 300, shear: 60, bend: 10, damping: 0.2, thickness: 0.002 },
    }),
  },
  'adaptive-cloth': {
    engine: 'implicit-euler',
    body: (place: Place, n: number): Body => ({
      model: 'adaptive-cloth',
      ...place,
      cells: [n - 1, n - 1],
      material: 'cotton',
    }),
  },
} as const;
type Model = keyof typeof SHEETS;

export function benchContact(options: ContactBenchOptions): ContactRow[] {
  const { clock, samples, drape, sizes, crumpled, progress } = options;
  const jobs: [string, number, () => World][] = [
    ...[...new Set([drape, ...sizes])].map((n): [string, number, () => World] => [
      'drape, provot-sheet',
      n,
      () => draped('provot-sheet', n, clock),
    ]),
    ['drape, adaptive-cloth', drape, () => draped('adaptive-cloth', drape, clock)],
  ];
  if (crumpled) jobs.push(['crumpled', 0, () => crumple(clock)]);
  return jobs.map(([what, n, make], i) => {
    const row = measure(what, n, make(), samples, clock);
    progress?.(i + 1, jobs.length, what);
    return row;
  });
}

function measure(what: string, n: number, world: World, samples: number, clock: () => number): ContactRow {
  const kept = snapshot(world);
  const constraints = timeConstraints(world, clock);
  let inside = Number.POSITIVE_INFINITY;
  const least = Object.fromEntries(PHASES.map((phase) => [phase, Number.POSITIVE_INFINITY]));
  let contacts = 0;
  for (let k = 0; k < samples; k++) {
    restore(world, kept);
    constraints.time = 0;
    const report = step(world, DT);
    if (report.fault) throw new Error(`bench contact: ${what}: ${report.fault.cause}`);
    for (const phase of PHASES) least[phase] = Math.min(least[phase], report.phases[phase]);
    inside = Math.min(inside, constraints.time);
    contacts = report.contacts;
  }
  const triangles = world.bodies.reduce((sum, body) => sum + body.triangles.length / 3, 0);
  const frame = PHASES.reduce((sum, phase) => sum + least[phase], 0);
  const both = least.contact + inside;
  const frameGrowth = (1e6 * both) / (triangles * Math.log2(triangles));
  return {
    what,
    n: n || Math.round(Math.sqrt(world.particles.count)),
    triangles,
    substeps: world.substeps,
    contacts,
    frame,
    contact: least.contact,
    inside,
    share: both / frame,
    growth: frameGrowth / world.substeps,
    frameGrowth,
  };
}

/** Time in ms that contact takes to tell implicit engines its constraints, from now on. */
function timeConstraints(world: World, clock: () => number): { time: number } {
  const sum = { time: 0 };
  const contact = contactOf(world);
  const constrain = contact.constrain.bind(contact);
  contact.constrain = (...given) => {
    const start = clock();
    constrain(...given);
    sum.time += clock() - start;
  };
  return sum;
}

function draped(model: Model, n: number, clock: () => number): World {
  return ran(drapeScene(model, n), DRAPED, clock);
}

function ran(input: SceneInput, seconds: number, clock: () => number): World {
  const world = buildScene(parseScene(input), { clock });
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    const { fault } = step(world, DT);
    if (fault) throw new Error(`bench contact: ${input.id} at ${fault.time} s: ${fault.cause}`);
  }
  return world;
}

function drapeScene(model: Model, n: number): SceneInput {
  const { engine, body } = SHEETS[model];
  return {
    format: 1,
    contact: { self: true },
    id: `drape-${model}-${n}`,
    dt: DT,
    seconds: DRAPED,
    engine: { name: engine },
    air: { density: 0, rate: 0.5 },
    bodies: [body(PLACE, n)],
    colliders: [{ name: 'ball', shape: ballMesh(0.3), friction: 0.5, restitution: 0 }],
  };
}

/** A ball of 10,000 triangles: 100 around, 51 from pole to pole. */
function ballMesh(radius: number) {
  const [around, stacks] = [100, 51];
  const vertices: [number, number, number][] = [[0, radius, 0]];
  for (let j = 1; j < stacks; j++) {
    const b = (Math.PI * j) / stacks;
    for (let i = 0; i < around; i++) {
      const a = (2 * Math.PI * i) / around;
      vertices.push([
        radius * Math.sin(b) * Math.cos(a),
        radius * Math.cos(b),
        radius * Math.sin(b) * Math.sin(a),
      ]);
    }
  }
  vertices.push([0, -radius, 0]);
  const ring = (j: number, i: number) => 1 + (j - 1) * around + (i % around);
  const triangles: [number, number, number][] = [];
  for (let i = 0; i < around; i++) {
    triangles.push([0, ring(1, i + 1), ring(1, i)]);
    for (let j = 1; j + 1 < stacks; j++) {
      triangles.push([ring(j, i), ring(j, i + 1), ring(j + 1, i)]);
      triangles.push([ring(j, i + 1), ring(j + 1, i + 1), ring(j + 1, i)]);
    }
    triangles.push([ring(stacks - 1, i), ring(stacks - 1, i + 1), vertices.length - 1]);
  }
  return { kind: 'mesh' as const, vertices, triangles };
}

/** The crumpled sheet of the gallery after half of its run. */
function crumple(clock: () => number): World {
  const scene = sceneById('crumple')!;
  const world = buildScene(scene, { clock });
  for (let time = 0; time < scene.seconds / 2; time += scene.dt) {
    const { fault } = step(world, scene.dt);
    if (fault) throw new Error(`bench contact: crumple at ${fault.time} s: ${fault.cause}`);
  }
  return world;
}
