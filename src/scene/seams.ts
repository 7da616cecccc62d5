/** Seams between bodies of a scene: their rows of the parameter table, their checks, and their construction. */
import { z } from 'zod';
import { addTies, type Tie } from '../contact/index.ts';
import type { World } from '../core/world.ts';
import { isImplicit } from '../integrators/index.ts';
import { modelNamed } from '../models/index.ts';
import { gridPlace, gridPoints } from '../models/places.ts';
import { flag, name, quantity } from '../schema/fields.ts';
import type { Problem } from '../schema/problem.ts';
import type { BodyParameters, Scene } from './parameters.ts';

const side = (help: string) =>
  z
    .strictObject({ body: name('Name of the body.'), at: gridPlace })
    .meta({ title: 'Side of a seam', description: help });

export const seam = z
  .strictObject({
    a: side('A side of a sheet, a corner or a point of it.'),
    b: side(
      'The other side; points are spread evenly along it if the sides have different numbers of points.',
    ),
    reversed: flag('Whether b runs the other way.').default(false),
    closeSeconds: quantity('s', { min: 0, max: 1e6 }, 'Time to draw both sides together.').default(1),
    strength: quantity(
      'N',
      { above: 0, max: 1e9 },
      'Pull on one point of the seam that rips it there, as its mean over 10 ms; default: it never rips.',
    ).optional(),
  })
  .meta({
    title: 'Seam between bodies',
    description: 'Sides of two sheets that are sewn together, of any models.',
  });

type SeamParameters = z.output<typeof seam>;

/** Columns and rows of a body that can be sewn. */
function gridOf(body: BodyParameters): readonly [number, number] | undefined {
  return modelNamed(body.model).seams?.size(body);
}

export function betweenSeamChecks({ seams, bodies, engine }: Scene): Problem[] {
  const problems: Problem[] = [];
  if (seams.length > 0 && isImplicit(engine.name)) {
    const message = `seams between bodies need an explicit engine, got ${engine.name}; panels of one adaptive cloth are sewn by its own seams`;
    problems.push({ path: 'seams', message });
  }
  seams.forEach((one, i) => {
    for (const key of ['a', 'b'] as const) {
      const path = `seams[${i}].${key}`;
      const { body: named, at } = one[key];
      const body = bodies.find(({ name }) => name === named);
      if (!body) {
        problems.push({ path: `${path}.body`, message: `there is no body named "${named}"` });
        continue;
      }
      const grid = gridOf(body);
      if (!grid) {
        const message = `"${named}" cannot be sewn: it is a ${body.model} without rows and columns`;
        problems.push({ path: `${path}.body`, message });
      } else if (typeof at !== 'string' && (at[0] >= grid[0] || at[1] >= grid[1])) {
        problems.push({
          path: `${path}.at`,
          message: `there are ${grid[0]} columns and ${grid[1]} rows, got [${at.join(', ')}]`,
        });
      }
    }
    if (one.a.body === one.b.body) {
      const message = `must differ from the body of side a, "${one.a.body}". To sew an adaptive-cloth to itself, use its own seams (bodies[].seams)`;
      problems.push({ path: `seams[${i}].b.body`, message });
    }
  });
  return problems;
}

export function addSeams(world: World, scene: Scene): void {
  if (scene.seams.length === 0) return;
  addTies(
    world,
    scene.seams.flatMap((one) => tiesOf(world, scene, one)),
    'seams',
  );
}

/** Ties every particle of the side that has more to a point between the two nearest of the other. */
function tiesOf(
  world: World,
  scene: Scene,
  { a, b, reversed, closeSeconds, strength }: SeamParameters,
): Tie[] {
  const first = particlesOf(world, scene, a);
  const second = particlesOf(world, scene, b);
  if (reversed) second.reverse();
  const [more, fewer] = first.length >= second.length ? [first, second] : [second, first];
  return more.map((particle, k) => {
    const along = more.length > 1 ? (k * (fewer.length - 1)) / (more.length - 1) : 0;
    const before = Math.min(Math.floor(along), fewer.length - 1);
    const share = along - before;
    // Rounding of even parts.
    if (share < 1e-9 || before + 1 === fewer.length)
      return { particle, to: [fewer[before]], closeSeconds, strength };
    const to = [fewer[before], fewer[before + 1]];
    return { particle, to, weights: [1 - share, share], closeSeconds, strength };
  });
}

function particlesOf(world: World, scene: Scene, { body: named, at }: SeamParameters['a']): number[] {
  const index = scene.bodies.findIndex(({ name }) => name === named);
  const spec = scene.bodies[index];
  const points = gridPoints(at, gridOf(spec) as readonly [number, number]);
  const { seams } = modelNamed(spec.model);
  return points.map(([column, row]) => seams!.particle(world.bodies[index], spec, column, row));
}
