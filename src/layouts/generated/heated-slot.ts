// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, W. Heat flow to it. */ export const FLOW = 0;
/** f64, W/K. Sum of its conductances. */ export const CONDUCTANCE = 8;
/** f64, K. Temperature. */ export const TEMPERATURE = 16;
/** f64, J/K. Heat capacity. */ export const CAPACITY = 24;
/** Bytes of a record. */ export const BYTES = 32;
