// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** f64, J. Elastic energy. */ export const ENERGY = 0;
/** f64, 1. Sum of the absolute strains. */ export const SUM = 1;
/** f64, 1. Largest absolute strain. */ export const LARGEST = 2;
/** f64. Number of strains summed. */ export const COUNT = 3;
/** Elements of a record. */ export const LENGTH = 4;
