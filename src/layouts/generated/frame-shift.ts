// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector, m. Translation now. */ export const START = 0;
/** vector, m. Translation at the horizon. */ export const END = 24;
/** Bytes of a record. */ export const BYTES = 48;
