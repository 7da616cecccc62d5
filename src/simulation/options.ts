/** Options of a simulation: the sections and rows of the scene format, with names and defaults that fit a program. */
import type { SceneInput } from '../scene/parameters.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Model<Name extends BodyInput['model']> = Extract<BodyInput, { model: Name }>;
type ColliderInput = NonNullable<SceneInput['colliders']>[number];
type RigidInput = NonNullable<SceneInput['rigidBodies']>[number];
type MatterInput = Model<'lattice-matter'>;

/** The name is optional: each method chooses one that is free. */
type Named<T> = Omit<T, 'name'> & { name?: string };

/** Parameters of a cloth, as docs/models/adaptive-cloth.md lists them; `fabric` is its material. */
export interface ClothOptions extends Omit<Named<Model<'adaptive-cloth'>>, 'model' | 'material'> {
  /** Name of a preset, such as `cotton` or `silk`, or the properties of a material; default: `cotton`. */
  fabric?: Model<'adaptive-cloth'>['material'];
}

/** Parameters of a sheet by its model; default: a layered sheet, as docs/models/layered-sheet.md lists them. */
export type SheetOptions =
  | (Omit<Named<Model<'layered-sheet'>>, 'model'> & { model?: 'layered-sheet' })
  | Named<Model<'provot-sheet'>>
  | Named<Model<'adaptive-grid'>>
  | Named<Model<'membrane-sheet'>>
  | Named<Model<'sheet-file'>>;

/** Parameters of lattice matter: those of the body, and either one object's own or a list of `objects`. */
export type MatterOptions =
  | Omit<Named<MatterInput>, 'model'>
  | (Omit<Named<MatterInput>, 'model' | 'objects' | 'position'> & MatterInput['objects'][number]);

/** Parameters of a collider besides its shape. */
export type ColliderOptions = Omit<Named<ColliderInput>, 'shape' | 'mass' | 'velocity'>;
/** Geometry of a collider. */
export type ColliderShape = ColliderInput['shape'];
/** Parameters of a rigid body. */
export type RigidBodyOptions = Named<RigidInput>;

/** A body of a scene before its check. */
type BodyRows = { readonly model: string } & Record<string, unknown>;

/** Default number of cells along the longer side of a cloth. */
const CLOTH_CELLS = 24;
/** A sheet in its own x–y plane, laid flat with its front up. */
const FLAT = { axis: [1, 0, 0], angle: -90 } as const;

/** Body of a scene. Without pins the cloth starts lying flat, to fall on something; with pins it starts upright. */
export function clothBody(options: ClothOptions): BodyRows {
  const { fabric = 'cotton', size = [1, 1], pins = [], ...rest } = options;
  const edge = Math.max(size[0], size[1]) / CLOTH_CELLS;
  const across = (length: number) => Math.max(1, Math.round(length / edge));
  return {
    model: 'adaptive-cloth',
    size,
    ...(!rest.mesh && edge > 0 && { cells: [across(size[0]), across(size[1])] }),
    ...(pins.length === 0 && !rest.mesh && { rotation: FLAT }),
    ...rest,
    pins,
    material: fabric,
  };
}

/** Body of a scene. */
export function matterBody(options: MatterOptions): BodyRows {
  if ('objects' in options) return { ...options, model: 'lattice-matter' };
  const { name, spacing, plane, implicit, iterations, tolerance, rounds, ...object } = options;
  const body = { name, spacing, plane, implicit, iterations, tolerance, rounds };
  return { ...body, model: 'lattice-matter', objects: [object] };
}
