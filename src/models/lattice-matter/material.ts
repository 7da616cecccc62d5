/**
 * What matter is made of, and the numbers that its kernels take from it.
 *
 * Elasticity: a neighbourhood holds U = ¼ k Σ w |R l − r|². Under a small strain ε of the whole lattice that is
 * (k Σ w l²/4d) ε:ε a particle of volume V, an isotropic solid of Poisson's ratio 0 with Young's modulus
 *
 *   E = k Σ w l²/(2 d V),   d the dimension.
 */
import * as Material from '../../layouts/generated/matter-material.ts';
import { positive, within } from '../../math/check.ts';
import type { MatterLattice } from './lattice.ts';

export interface MatterMaterial {
  /** kg/m³ */
  density: number;
  /** E of the solid, Pa. */
  young: number;
  /** η, 1/s: how fast motion that is not locally rigid dies out in the solid; none where left out. */
  damping?: number;
  /** m/s in the fluid; 10 times the greatest speed keeps its density within 1 %. */
  soundSpeed?: number;
  /**
   * Whether the solid has the pressure of the fluid too: it keeps its volume where it would be crushed, at the cost of both
   * and with the step that sound allows.
   */
  solidPressure?: boolean;
  /** Pa·s of the fluid. */
  viscosity?: number;
  /** ε of XSPH, 0 … 1: how much fluid particles move with their neighbours. */
  smoothing?: number;
  /** |r − g|/D at which a bond breaks for good; never, where left out. */
  fracture?: number;
  /** Docking; left out, whoever comes to a free site docks. */
  docking?: {
    /** λ_d of a whole site, 1/s. */
    rate: number;
    /** What a site loses in a second in which it is empty, or gains, 1/s². */
    change: number;
  };
  /** Left out: no heat flows, and nothing melts or freezes by it. */
  heat?: {
    /** W/(m K) */
    conductivity: number;
    /** J/(kg K) */
    specificHeat: number;
    /** J/kg that melting takes up and freezing sets free; none where left out. */
    latentHeat?: number;
    /** Keeps its temperature whatever flows. */
    fixed?: boolean;
  };
  melting?: {
    /** λ_m0, 1/(s K). */
    rate: number;
    /** T_m, K. */
    temperature: number;
  };
  freezing?: {
    /** λ_f0, 1/(s K) for each solid neighbour above `neighbours`. */
    rate: number;
    /** T_f, K. */
    temperature: number;
    /** n₀; 0: it freezes of itself. */
    neighbours?: number;
    /** v_max, m/s, and F_max, N: beyond them it freezes the slower. Left out: they do not matter. */
    speed?: number;
    force?: number;
  };
  /** s in which a particle that changed its phase gets or loses its elasticity. */
  fading?: number;
}

const DEFAULTS = { soundSpeed: 20, viscosity: 0, smoothing: 0.1, damping: 0, fading: 0.1 };

export function materialNumbers(
  field: string,
  material: MatterMaterial,
  lattice: MatterLattice,
): Float64Array {
  checkMaterial(field, material);
  const { density, young, docking, heat, melting, freezing } = material;
  const { soundSpeed, viscosity, smoothing, damping, fading } = { ...DEFAULTS, ...material };
  const numbers = new Float64Array(Material.LENGTH);
  numbers[Material.REST_DENSITY] = density;
  numbers[Material.BULK] = (density * soundSpeed * soundSpeed) / 7;
  numbers[Material.STIFFNESS] = bondStiffness(young, lattice);
  numbers[Material.DAMPING] = damping;
  numbers[Material.VISCOSITY] = viscosity;
  numbers[Material.SMOOTHING] = smoothing;
  // A broken bond does not heal: without docking rates, no site of matter that fractures docks anything again.
  numbers[Material.DOCKING_RATE] = docking?.rate ?? (material.fracture === undefined ? -1 : 0);
  numbers[Material.DOCKING_CHANGE] = docking?.change ?? 0;
  numbers[Material.FRACTURE] = material.fracture ?? 1e9;
  numbers[Material.CONDUCTIVITY] = heat?.conductivity ?? 0;
  numbers[Material.HEAT_CAPACITY] = heat && !heat.fixed ? density * lattice.volume * heat.specificHeat : 0;
  numbers[Material.MELTING_RATE] = melting?.rate ?? 0;
  numbers[Material.MELTING_POINT] = melting?.temperature ?? 0;
  numbers[Material.FREEZING_RATE] = freezing?.rate ?? 0;
  numbers[Material.FREEZING_POINT] = freezing?.temperature ?? 0;
  numbers[Material.FREEZING_NEIGHBOURS] = freezing?.neighbours ?? 1;
  numbers[Material.FREEZING_SPEED] = freezing?.speed ?? 1e9;
  numbers[Material.FREEZING_FORCE] = freezing?.force ?? 1e30;
  numbers[Material.FADING_RATE] = 1 / fading;
  numbers[Material.SOLID_PRESSURE] = material.solidPressure ? 1 : 0;
  numbers[Material.LATENT_HEAT] = (heat?.latentHeat ?? 0) / (heat?.specificHeat ?? 1);
  return numbers;
}

/** k w(D), N/m. */
export function bondStiffness(young: number, { dimension, volume, moment }: MatterLattice): number {
  return (2 * dimension * volume * young) / moment;
}

export interface MatterLimits {
  /** s; the longest sub-step of an explicit step of the lattice. */
  readonly elastic: number;
  /** s; of sound in the fluid, and of its viscosity. */
  readonly sound: number;
  readonly viscous: number;
}

/**
 * Longest stable sub-steps. The stiffest wave of a lattice with its rotations held has ω² = k (a + 2 Σ' w)/m: a = 16 for
 * the twelve nearest neighbours in space, 9 for the six in the plane, and all others at most twice their weight.
 */
export function matterLimits(material: MatterMaterial, lattice: MatterLattice): MatterLimits {
  const { density, young } = material;
  const { soundSpeed, viscosity } = { ...DEFAULTS, ...material };
  const { dimension, weight, volume, reach } = lattice;
  const [nearest, top] = dimension === 2 ? [6, 9] : [12, 16];
  const mass = density * volume;
  const rate = (bondStiffness(young, lattice) * (top + 2 * (weight - nearest))) / mass;
  return {
    elastic: rate > 0 ? 2 / Math.sqrt(rate) : Number.POSITIVE_INFINITY,
    sound: (SOUND_SHARE * reach) / soundSpeed,
    viscous: viscosity > 0 ? (VISCOUS_SHARE * density * reach * reach) / viscosity : Number.POSITIVE_INFINITY,
  };
}

/** Of H, that sound may cross in a step; of ρ H²/μ (Monaghan 1992, Morris et al. 1997). */
const SOUND_SHARE = 0.4;
const VISCOUS_SHARE = 0.125;

function checkMaterial(field: string, material: MatterMaterial): void {
  positive(`${field}.density`, material.density);
  within(`${field}.young`, material.young, 0);
  const { soundSpeed, viscosity, smoothing, damping, fading, fracture, docking, heat, melting, freezing } =
    material;
  if (soundSpeed !== undefined) positive(`${field}.soundSpeed`, soundSpeed);
  if (viscosity !== undefined) within(`${field}.viscosity`, viscosity, 0);
  if (smoothing !== undefined) within(`${field}.smoothing`, smoothing, 0, 1);
  if (damping !== undefined) within(`${field}.damping`, damping, 0);
  if (fading !== undefined) positive(`${field}.fading`, fading);
  if (fracture !== undefined) positive(`${field}.fracture`, fracture);
  if (docking) {
    within(`${field}.docking.rate`, docking.rate, 0);
    within(`${field}.docking.change`, docking.change, 0);
  }
  if (heat) {
    within(`${field}.heat.conductivity`, heat.conductivity, 0);
    positive(`${field}.heat.specificHeat`, heat.specificHeat);
    if (heat.latentHeat !== undefined) within(`${field}.heat.latentHeat`, heat.latentHeat, 0);
  }
  if (melting) {
    within(`${field}.melting.rate`, melting.rate, 0);
    positive(`${field}.melting.temperature`, melting.temperature);
  }
  if (!freezing) return;
  within(`${field}.freezing.rate`, freezing.rate, 0);
  positive(`${field}.freezing.temperature`, freezing.temperature);
  if (freezing.neighbours !== undefined) within(`${field}.freezing.neighbours`, freezing.neighbours, 0);
  if (freezing.speed !== undefined) positive(`${field}.freezing.speed`, freezing.speed);
  if (freezing.force !== undefined) positive(`${field}.freezing.force`, freezing.force);
}
