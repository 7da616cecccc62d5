/** The list of models. Adding one is one folder and one line here; programs add theirs by `registerModel`. */
import { adaptiveCloth } from './adaptive-cloth/model.ts';
import { adaptiveGrid } from './adaptive-grid/model.ts';
import { latticeMatter } from './lattice-matter/model.ts';
import { layeredSheet } from './layered-sheet/model.ts';
import { provotSheet } from './layered-sheet/provot/model.ts';
import { sheetFile } from './layered-sheet/sheet-file/model.ts';
import { membraneSheet } from './membrane-sheet/model.ts';
import type { Model } from './model.ts';

/** In the order of the reference pages. */
export const MODELS = [
  provotSheet,
  adaptiveGrid,
  adaptiveCloth,
  layeredSheet,
  membraneSheet,
  latticeMatter,
  sheetFile,
] as const;

let list: readonly Model[] = MODELS as readonly Model[];

/** All models, the registered ones last. */
export function models(): readonly Model[] {
  return list;
}

/** The model of this name, if there is one. */
export function findModel(name: string): Model | undefined {
  return list.find((model) => model.name === name);
}

/** The model of this name, which must be known: that of a checked scene always is. */
export function modelNamed(name: string): Model {
  const model = findModel(name);
  if (model) return model;
  throw new RangeError(
    `There is no model "${name}". Known models: ${list.map((one) => one.name).join(', ')}.`,
  );
}

/** Makes a model known to scene files and all that reads them. Returns a function that removes it again. */
export function registerModel(model: Model): () => void {
  if (findModel(model.name))
    throw new RangeError(`There is a model "${model.name}" already. Choose another name.`);
  list = [...list, model];
  return () => {
    list = list.filter((one) => one !== model);
  };
}
