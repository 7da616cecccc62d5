/** A small layered sheet with heat, for tests. */
import { World } from 'pliant';
import {
  createIntegrator,
  createLattice,
  HeatExchange,
  type HeatOptions,
  Softening,
  Springs,
  type StructureName,
  sheetHeat,
  type ThermalMaterial,
  thermalCurves,
  thermalOf,
  viscoelastic,
} from 'pliant/engine';

export const styrene = thermalOf('styrene-0.25');
/** Melts and flows within seconds, so that tests are short. */
export const wax: ThermalMaterial = {
  ...styrene,
  relaxationTime: 0.5,
  rubberyShare: 0.01,
  hotBreakStretch: 3,
};

export interface SheetOptions extends Partial<HeatOptions> {
  structure?: StructureName;
  layers?: number;
  material?: ThermalMaterial;
  changes?: boolean;
  side?: number;
  retardation?: number;
  size?: readonly [number, number];
}

/** A sheet of 2.5 cm and a gram that holds as much heat as 0.25 mm of styrene: 0.2 J/K. */
export function sheet(options: SheetOptions = {}) {
  const {
    structure = 'samm',
    layers = 2,
    material = wax,
    changes = true,
    side = 6,
    retardation,
    size = [0.025, 0.025],
    ...heatOptions
  } = options;
  const world = new World(createIntegrator('rk4'));
  const lattice = createLattice({
    structure,
    columns: side,
    rows: side,
    layers,
    size,
    layerDistance: 1e-3,
  });
  const p = world.particles;
  p.add(lattice.masses.length);
  lattice.masses.forEach(({ x, y, z }, i) => {
    p.setMass(i, 1e-3 / lattice.masses.length);
    [p.x[i], p.y[i], p.z[i]] = [x, y, z];
  });
  const list = lattice.springs.map(({ a, b, rest }) => ({ a, b, rest, stiffness: 2, damping: 1e-3 }));
  const springs = new Springs(world, 'springs', list, { changes });
  world.addForce(springs);
  if (retardation) viscoelastic(world, springs, { model: 'kelvin-voigt', retardation });
  const warm = { name: 'sheet', first: 0, count: lattice.masses.length, lattice, springs, thickness: 2.5e-4 };
  const properties = { ...material, heatCapacity: 203 };
  const heat = new HeatExchange(world, {
    bodies: [sheetHeat(warm, properties)],
    ambient: 293.15,
    airLoss: 10,
    ...heatOptions,
  });
  const softening = new Softening(world, warm, heat, thermalCurves(material));
  world.add(heat);
  world.add(softening);
  return { world, p, springs, lattice, heat, softening, warm };
}
