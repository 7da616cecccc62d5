// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32, 1. Volume over that at rest. */ export const VOLUME = 0;
/** f32. p/ρ². */ export const PRESSURE = 4;
/** f32. Viscosity. */ export const VISCOSITY = 8;
/** f32, 1. c of the walls near it. */ export const WALL = 12;
/** Bytes of a record. */ export const BYTES = 16;
