// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** f64, J. Elastic energy. */ export const ENERGY = 0;
/** f64, 1. Sum of the absolute strains. */ export const SUM = 8;
/** f64, 1. Largest absolute strain. */ export const LARGEST = 16;
/** f64. Number of strains summed. */ export const COUNT = 24;
/** Bytes of a record. */ export const BYTES = 32;
