/** The door for scenes: text or an object in, a checked scene with all defaults out, or a `SceneError`. */

import type { Problem } from '../schema/problem.ts';
import { lengthChecks, sceneChecks } from './check.ts';
import { withDefaults } from './defaults.ts';
import { withFreeSpheres } from './free-spheres.ts';
import { JsonTextError, readJson } from './json-text.ts';
import { type Scene, sceneSchema } from './parameters.ts';
import { plainCopy } from './plain-data.ts';
import { problemsOf, SceneError } from './problems.ts';

export interface ParseOptions {
  /** Accepts a scene of too many frames: one that is still to be changed, or not to be run to its end. */
  anyLength?: boolean;
}

/**
 * Checks a scene. `input` is JSON text or an object; `source` (a file name) is put before each line of the
 * message. Never changes its input and never throws anything but `SceneError`.
 */
export function parseScene(input: unknown, source?: string, options: ParseOptions = {}): Scene {
  const data = withDefaults(typeof input === 'string' ? readText(input, source) : readObject(input, source));
  const result = sceneSchema().safeParse(data, { reportInput: true });
  if (!result.success) throw new SceneError(problemsOf(result.error.issues, data), source);
  refuseIfAny(sceneChecks(result.data), source);
  if (!options.anyLength) refuseIfAny(lengthChecks(result.data), source);
  return withFreeSpheres(result.data);
}

function readText(text: string, source: string | undefined): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new SceneError([{ path: '', message: error.message }], source);
  }
}

function readObject(input: unknown, source: string | undefined): unknown {
  const { value, problems } = plainCopy(input);
  refuseIfAny(problems, source);
  return value;
}

function refuseIfAny(problems: readonly Problem[], source: string | undefined): void {
  if (problems.length > 0) throw new SceneError(problems, source);
}
