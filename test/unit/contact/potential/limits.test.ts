/** Numbers of contact within implicit steps. Each test fails at twice and at half of the number that it is about. */
import { buildScene, parseScene, step } from 'pliant';
import { describe, expect, it } from 'vitest';
import { createCollider } from '../../../../src/contact/index.ts';
import { StepPotential } from '../../../../src/contact/potential/potential.ts';
import { ShapeTerms } from '../../../../src/contact/potential/shape-terms.ts';
import type { SurfaceTerms } from '../../../../src/contact/potential/surface-terms.ts';
import { TERM, TERM_WORDS } from '../../../../src/contact/potential/terms.ts';
import { stiffnessIn } from '../../../../src/core/dynamics.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import * as ContactTerm from '../../../../src/layouts/generated/contact-term.ts';

const LAYER = 2e-4;

/** A world of free particles of 1 kg at the origin. */
function particles(count: number): World {
  const world = new World(createIntegrator('implicit-euler'));
  world.particles.add(count);
  for (let i = 0; i < count; i++) world.particles.setMass(i, 1);
  return world;
}

describe('the longest step in which something presses', () => {
  const longest = (speed: number) => {
    const world = particles(1);
    world.particles.vx[0] = -speed;
    return new StepPotential(world.arena, []).longestStep(world);
  };

  it('is the time of a quarter of the layer', () => {
    expect(longest(0.25 * LAYER * 50)).toBeCloseTo(1 / 50, 12);
  });

  it('is 1/240 s for what is fast', () => {
    expect(longest(10)).toBeCloseTo(1 / 240, 12);
  });
});

describe('a vertex on a floor and another that is to be above it', () => {
  it('miss an eighth of what they missed, since half is left in each of three rounds', () => {
    const missing = 0.01;
    const world = particles(2);
    const { particles: p, arena } = world;
    const floor = createCollider({ name: 'floor', shape: { kind: 'plane' } });
    p.y[1] = LAYER / 5;
    const body = { first: 0, count: 1, dynamics: { kind: 'implicit' } as never };
    const potential = new StepPotential(arena, []);
    potential.shapes = new ShapeTerms(arena, [floor], [{ body, radius: 0 }]);
    const above = () => {
      const lacks = missing - (p.y[1] - p.y[0]);
      p.y[0] -= lacks / 2;
      p.y[1] += lacks / 2;
      return true;
    };
    potential.surfaces = { begin: () => {}, clear: above } as unknown as SurfaceTerms;
    const start = arena.scratchOf('test.from', p.numbers);
    start.view.set(p.position.view);
    start.view[p.stride] = 1;
    potential.begin(world, { h: 1 / 60, time: 0, from: start, goal: p.position, velocity: p.velocity });
    potential.clear(world);
    expect((LAYER / 5 - p.y[0]) / missing).toBeCloseTo(1 / 8, 9);
  });
});

describe('a contact with a sphere of matter', () => {
  it('is ten times as stiff as the sheet would have by itself', () => {
    const world = buildScene(
      parseScene({
        format: 1,
        gravity: [0, 0, 0],
        air: { density: 0 },
        engine: { name: 'implicit-euler' },
        contact: { self: true },
        bodies: [
          {
            name: 'sheet',
            model: 'adaptive-cloth',
            size: [0.4, 0.4],
            cells: [6, 6],
            maxLevel: 0,
            rotation: { axis: [1, 0, 0], angle: -90 },
            material: 'cotton',
          },
          {
            name: 'blob',
            model: 'lattice-matter',
            spacing: 0.03,
            objects: [
              {
                shape: { kind: 'sphere', radius: 0.06 },
                position: [0.02, 0.08, 0.01],
                velocity: [0.3, -1.5, 0],
                material: { young: 1e5, soundSpeed: 15, viscosity: 1 },
              },
            ],
          },
        ],
      }),
    );
    const potential = world.contact?.potential as StepPotential;
    const { inverseMass } = world.particles;
    const stretch = stiffnessIn(world.bodies[0]);
    const ratios: number[] = [];
    const assemble = potential.assemble.bind(potential);
    let h = 0;
    const begin = potential.begin.bind(potential);
    potential.begin = (w, stage) => {
      h = stage.h;
      begin(w, stage);
    };
    potential.assemble = (w, rows) => {
      const { numbers, words, count } = potential.terms;
      for (let k = 0; k < count; k++) {
        if (words[TERM_WORDS * k + ContactTerm.SPHERE / 4] < 0) continue;
        let inverse = 0;
        for (let j = 0; j < 4; j++) {
          const i = words[TERM_WORDS * k + j];
          if (i >= 0) inverse += numbers[TERM * k + ContactTerm.WEIGHTS / 8 + j] ** 2 * inverseMass.view[i];
        }
        const own = Math.max(60 / (inverse * h * h), 3 * stretch);
        ratios.push(numbers[TERM * k + ContactTerm.FIRM / 8] / own);
      }
      assemble(w, rows);
    };
    for (let k = 0; k < 2; k++) expect(step(world, 1 / 60).fault).toBeUndefined();
    expect(ratios.length).toBeGreaterThan(3);
    for (const ratio of ratios) expect(ratio).toBeCloseTo(10, 6);
  });
});
