/** A mistake in a scene, as checks report it. */
export interface Problem {
  /** Field at fault, such as `bodies[0].material.density`; empty for the scene as a whole. */
  readonly path: string;
  /** The rule that is broken, the value that was given, and what to do. */
  readonly message: string;
}

/** Returns the problem in a list if the condition holds, and an empty list otherwise. */
export function problemIf(isWrong: boolean, path: string, message: string): Problem[] {
  return isWrong ? [{ path, message }] : [];
}
