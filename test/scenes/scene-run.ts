/**
 * Runs scenes of the corpus to their ends: each has its golden hash after half a second and does what its `expect`
 * block says. One run serves both, and shows that a snapshot resumes byte for byte: it is broken off after a quarter of
 * a second, and a new world goes on from its snapshot.
 *
 * `npm run golden` runs the half seconds alone. Where a change of hashes is meant, `PLIANT_UPDATE_GOLDEN=1 npm run
 * golden` writes those of unbroken runs, and the changelog says what changed physically.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type BuildOptions,
  buildScene,
  checkExpectations,
  factsAfterStep,
  hash,
  type RunFacts,
  restore,
  rigidSolverFor,
  run,
  type Scene,
  type StepFacts,
  type StepReport,
  snapshot,
  type World,
} from 'pliant';
import { audit } from 'pliant/engine';
import { scenes } from 'pliant/scenes';
import { beforeAll, describe, expect, it } from 'vitest';

const HASHES = new URL('../golden/hashes.json', import.meta.url);
const isUpdating = process.env.PLIANT_UPDATE_GOLDEN === '1';

/** Groups of scenes by the test file of this folder that runs them. */
export const GROUPS = {
  adaptive: ['Adaptive sheets'],
  cloth: ['Adaptive cloth'],
  contact: ['Contact'],
  forming: ['Forming'],
  hanging: ['Hanging', 'Air'],
  heat: ['Heat'],
  live: ['Live cloth'],
  matter: ['Melting and freezing'],
  rigid: ['Rigid bodies'],
  stiff: ['Stiff sheets'],
};

/** A further test of a scene: looks at the world after every step, and at its end. */
export interface Watch {
  title: string;
  each?(world: World): void;
  end(world: World, scene: Scene): void;
}

/** Defines the tests of the scenes of one file; `watches` are further ones by the id of a scene. */
export function testScenes(file: keyof typeof GROUPS, watches: Record<string, Watch> = {}): void {
  const ours = scenes.filter(({ group }) => GROUPS[file].includes(group));
  describe.each(ours)('$id', (scene) => {
    const watch = watches[scene.id];
    let running: SceneRun;
    beforeAll(async () => {
      running = new SceneRun(scene, await rigidSolverFor(scene), watch?.each);
    });

    it(`${scene.id} has its golden hash, resumed half-way`, () => {
      const half = Math.round(0.25 / scene.dt);
      running.advance(half);
      const unbroken = running.resume();
      if (isUpdating) {
        run(unbroken, scene.dt, half);
        writeHash(scene.id, hash(unbroken));
      }
      running.advance(2 * half);
      expect(hash(running.world)).toBe(readHashes()[scene.id]);
    });

    it(`${scene.id} does what it says`, () => {
      running.advance(Math.round(scene.seconds / scene.dt));
      expect(checkExpectations(scene, running.world, running.facts())).toEqual([]);
    });

    if (watch) it(`${scene.id} ${watch.title}`, () => watch.end(running.world, scene));
  });
}

/** A scene under way, and what its expectations ask for. */
class SceneRun {
  world: World;
  readonly #build: () => World;
  readonly #scene: Scene;
  #steps: StepFacts | undefined;
  readonly #each?: Watch['each'];
  readonly #start = { energy: {} } as StepReport;
  #last = this.#start;
  #strainMax = 0;
  #penetrationMax = 0;
  #particlesMax: number;
  #energyMax = Number.NEGATIVE_INFINITY;

  constructor(scene: Scene, rigid: BuildOptions['rigid'], each?: Watch['each']) {
    this.#each = each;
    this.#build = () => buildScene(scene, { rigid });
    this.#scene = scene;
    this.world = this.#build();
    audit(this.world, this.#start);
    this.#particlesMax = this.world.particles.count;
  }

  /** Steps until `steps` are taken in all, fewer if one fails. */
  advance(steps: number): void {
    if (this.world.steps >= steps || this.#last.fault) return;
    this.#last = run(this.world, this.#scene.dt, steps - this.world.steps, (report) => {
      this.#strainMax = Math.max(this.#strainMax, report.strain.max);
      this.#penetrationMax = Math.max(this.#penetrationMax, report.penetrationMax);
      this.#particlesMax = Math.max(this.#particlesMax, report.particles);
      this.#energyMax = Math.max(this.#energyMax, report.energy.total);
      this.#steps = factsAfterStep(this.#scene, this.world, report, this.#steps);
      this.#each?.(this.world);
    });
  }

  /** Goes on in a new world, from a snapshot of the present one. Returns the one that was left. */
  resume(): World {
    const left = this.world;
    this.world = this.#build();
    restore(this.world, snapshot(left));
    return left;
  }

  facts(): RunFacts {
    const { x, y, z, count } = this.world.particles;
    return {
      finite: [x, y, z].every((values) => values.every(Number.isFinite)),
      faults: this.#last.fault ? [this.#last.fault] : [],
      particles: { end: count, max: this.#particlesMax },
      strain: { mean: this.#last.strain.mean, max: this.#strainMax },
      penetrationMax: this.#penetrationMax,
      energy: this.#last.energy,
      energyStart: this.#start.energy.total,
      energyMax: this.#energyMax,
      steps: this.#steps,
    };
  }
}

function readHashes(): Record<string, string> {
  return JSON.parse(readFileSync(HASHES, 'utf8'));
}

/** Writes one hash; the others stay. Only one process may do so at a time (vitest.config.ts). */
function writeHash(id: string, value: string): void {
  const hashes = { ...readHashes(), [id]: value };
  const ordered = Object.fromEntries(
    scenes.flatMap((one) => (hashes[one.id] ? [[one.id, hashes[one.id]]] : [])),
  );
  writeFileSync(HASHES, `${JSON.stringify(ordered, null, 2)}\n`);
}
