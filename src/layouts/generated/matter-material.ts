// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, kg/m³. Rest density ρ₀. */ export const REST_DENSITY = 0;
/** f64, Pa. B = ρ₀ c²/7 of the fluid. */ export const BULK = 1;
/** f64, N/m. Bond stiffness k w(D). */ export const STIFFNESS = 2;
/** f64, 1/s. Rate η at which motion that is not locally rigid decays. */ export const DAMPING = 3;
/** f64, Pa·s. Viscosity μ of the fluid. */ export const VISCOSITY = 4;
/** f64, 1. XSPH factor ε. */ export const SMOOTHING = 5;
/** f64, 1/s. Largest λ_d of a site; below 0, empty sites always dock. */ export const DOCKING_RATE = 6;
/** f64, 1/s². Change of λ_d a second. */ export const DOCKING_CHANGE = 7;
/** f64, 1. |r − g|/D at which a bond breaks. */ export const FRACTURE = 8;
/** f64, W/(m·K). Heat conductivity. */ export const CONDUCTIVITY = 9;
/** f64, J/K. Heat capacity of a particle; 0 keeps its temperature fixed. */ export const HEAT_CAPACITY = 10;
/** f64, 1/(s·K). λ_m0. */ export const MELTING_RATE = 11;
/** f64, K. T_m. */ export const MELTING_POINT = 12;
/** f64, 1/(s·K). λ_f0. */ export const FREEZING_RATE = 13;
/** f64, K. T_f. */ export const FREEZING_POINT = 14;
/** f64. n₀. */ export const FREEZING_NEIGHBOURS = 15;
/** f64, m/s. v_max. */ export const FREEZING_SPEED = 16;
/** f64, N. F_max. */ export const FREEZING_FORCE = 17;
/** f64, 1/s. Rate at which the solid share follows the phase. */ export const FADING_RATE = 18;
/** f64. 1 if solids have the pressure of the fluid too. */ export const SOLID_PRESSURE = 19;
/** f64, K. Latent heat over specific heat. */ export const LATENT_HEAT = 20;
/** Elements of a record. */ export const LENGTH = 24;
/** Bytes of a record. */ export const BYTES = 192;
