/** Seams between bodies of a scene: their rows of the parameter table, their checks, and their construction. */
import { z } from 'zod';
import { addTies, type Tie } from '../contact/index.ts';
import type { World } from '../core/world.ts';
import { modelNamed } from '../models/index.ts';
import { gridPlace, gridPoints } from '../models/places.ts';
import { flag, name, quantity } from '../schema/fields.ts';
import { type Problem, problemIf } from '../schema/problem.ts';
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
type Side = SeamParameters['a'];

/** Columns and rows of a body that can be sewn. */
function gridOf(body: BodyParameters): readonly [number, number] | undefined {
  return modelNamed(body.model).seams?.size(body);
}

export function betweenSeamChecks(scene: Scene): Problem[] {
  return scene.seams.flatMap(({ a, b }, i) => {
    const same = `must differ from the body of side a, "${a.body}". To sew an adaptive-cloth to itself, use its own seams (bodies[].seams)`;
    return [
      ...sideChecks(scene, a, `seams[${i}].a`),
      ...sideChecks(scene, b, `seams[${i}].b`),
      ...problemIf(a.body === b.body, `seams[${i}].b.body`, same),
    ];
  });
}

function sideChecks({ bodies }: Scene, { body: name, at }: Side, path: string): Problem[] {
  const body = bodies.find((one) => one.name === name);
  if (!body) return [{ path: `${path}.body`, message: `there is no body named "${name}"` }];
  const grid = gridOf(body);
  if (!grid) {
    const message = `"${name}" cannot be sewn: it is a ${body.model} without rows and columns`;
    return [{ path: `${path}.body`, message }];
  }
  const isOutside = typeof at !== 'string' && (at[0] >= grid[0] || at[1] >= grid[1]);
  const message = `there are ${grid[0]} columns and ${grid[1]} rows, got [${[at].flat().join(', ')}]`;
  return problemIf(isOutside, `${path}.at`, message);
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

function particlesOf(world: World, scene: Scene, { body: named, at }: Side): number[] {
  const index = scene.bodies.findIndex(({ name }) => name === named);
  const spec = scene.bodies[index];
  const points = gridPoints(at, gridOf(spec) as readonly [number, number]);
  const { seams } = modelNamed(spec.model);
  return points.map(([column, row]) => seams!.particle(world.bodies[index], spec, column, row));
}
