type Row = { readonly path: string };

/** Returns one chapter for each group of the scene's rows, and one of the material presets. */
export function sceneReference(fields: readonly Row[], presets: object): string;
/** Returns the parameters of a body, for its model's page. */
export function modelReference(fields: readonly Row[]): string;
/** Returns the parameters below one field of a scene, such as `contact`. */
export function fieldReference(fields: readonly Row[], field: string): string;
