/** Edits of a simulation's scene: names, the engine that the bodies need, and errors in the words of the caller's options. */
import { enginesOf } from '../scene/check.ts';
import { DEFAULT_ENGINES } from '../scene/defaults.ts';
import type { Scene } from '../scene/parameters.ts';
import { SceneError } from '../scene/problems.ts';

/** Returns a member by its name. */
export function found<T>(things: ReadonlyMap<string, T>, kind: string, name: string): T {
  const thing = things.get(name);
  if (thing) return thing;
  throw new RangeError(
    `No ${kind} is named "${name}". There are: ${[...things.keys()].join(', ') || 'none'}.`,
  );
}

/** Returns a name that none of the members has: `kind`, or `kind-2` and so on. */
export function freeName(kind: string, taken: readonly ReadonlyMap<string, unknown>[]): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? kind : `${kind}-${i}`;
    if (!taken.some((names) => names.has(name))) return name;
  }
}

/** Beginnings of paths in the scene, and what they are in the options of a method. */
export type Renamed = Readonly<Record<string, string>>;

/** Returns the refusal of a scene as one of the options that a method was given. */
export function inOptions({ problems }: SceneError, method: string, renamed: Renamed): SceneError {
  const short = (path: string) =>
    Object.entries(renamed).reduce(
      (now, [from, to]) => (now.startsWith(from) ? to + now.slice(from.length) : now),
      path,
    );
  return new SceneError(
    problems.map(({ path, message }) => ({ path: short(path), message })),
    method,
  );
}

/** Returns the engine for bodies by name and model. Throws if one needs an implicit engine and another an explicit one. */
export function engineFor(models: ReadonlyMap<string, string>): Scene['engine']['name'] {
  const first = (engines: string) => [...models].find(([, model]) => enginesOf(model) === engines)?.[0];
  const [implicit, explicit] = [first('implicit'), first('explicit')];
  if (implicit === undefined) return DEFAULT_ENGINES.explicit;
  if (explicit === undefined) return DEFAULT_ENGINES.implicit;
  const message = `"${implicit}" needs an implicit engine and "${explicit}" an explicit one. Put them into two simulations.`;
  throw new SceneError([{ path: 'bodies', message }]);
}
