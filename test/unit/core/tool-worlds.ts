/** One small world of every model for the tests of tools: flat, level, half a metre wide, its middle at the origin. */
import { buildScene, parseScene, World } from 'pliant';
import { addLayeredSheet, createIntegrator, resolveMaterial, sheetFileOf } from 'pliant/engine';
import { writeSheetFile } from 'pliant/formats';

const LEVEL = { axis: [1, 0, 0], angle: -90 };
const SOFT = { density: 0.3, stretch: 40, shear: 15, bend: 1, damping: 0.05, thickness: 1e-3 };
const STYRENE = {
  density: 0.3,
  stretch: 60,
  rigidity: 2e-4,
  damping: 0.05,
  thickness: 1e-3,
};

export const TOOL_BODIES: Record<string, object> = {
  'provot-sheet': {
    model: 'provot-sheet',
    size: [0.5, 0.5],
    points: [13, 13],
    rotation: LEVEL,
    material: SOFT,
  },
  'layered-sheet': {
    model: 'layered-sheet',
    structure: 'slamm',
    size: [0.5, 0.5],
    points: [11, 11],
    material: STYRENE,
  },
  'membrane-sheet': {
    model: 'membrane-sheet',
    size: [0.5, 0.5],
    points: [11, 11],
    clamp: 'none',
    material: { density: 4000, thickness: 1e-3, shearModulus: 3e4 },
  },
  'adaptive-grid': {
    model: 'adaptive-grid',
    size: [0.5, 0.5],
    points: [9, 9],
    rotation: LEVEL,
    material: { density: 0.3, stretch: 40, shear: 15, rigidity: 1e-4, damping: 0.05, thickness: 1e-3 },
    maxLevel: 1,
  },
  'adaptive-cloth': {
    model: 'adaptive-cloth',
    size: [0.5, 0.5],
    cells: [4, 4],
    rotation: LEVEL,
    material: 'cotton',
    startLevel: 2,
    maxLevel: 3,
  },
  'sheet-file': { model: 'sheet-file', text: sheetText(), points: [9, 9] },
  'lattice-matter': {
    model: 'lattice-matter',
    spacing: 0.05,
    objects: [
      {
        shape: { kind: 'box', size: [0.5, 0.15, 0.5] },
        material: { density: 1000, young: 2e4, soundSpeed: 15, heat: { conductivity: 50 } },
      },
    ],
  },
};
export const TOOL_MODELS = Object.keys(TOOL_BODIES);

function sheetText(): string {
  const world = new World(createIntegrator('rk4'));
  const material = { ...resolveMaterial('card'), rigidity: 1e-3 };
  const sheet = addLayeredSheet(world, {
    name: 'sheet',
    structure: 'slamm',
    points: [9, 9],
    layers: 2,
    size: [0.5, 0.5],
    material,
  });
  return writeSheetFile(sheetFileOf(world, sheet, 'card'));
}

/** `change`: of the body. */
export function toolWorld(model: string, change: object = {}, scene: object = {}): World {
  const cloth = model === 'adaptive-cloth';
  return buildScene(
    parseScene({
      format: 1,
      dt: 1 / 100,
      // As it is left out, implicit solves leave a tenth of the momentum of a folded cloth.
      engine: cloth ? { name: 'implicit-euler', tolerance: 1e-9 } : { name: 'euler-cromer' },
      air: { density: 0 },
      bodies: [{ name: 'sheet', ...TOOL_BODIES[model], ...change }],
      ...scene,
    }),
  );
}

export const DT = 1 / 100;
