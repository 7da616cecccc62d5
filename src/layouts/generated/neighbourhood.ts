// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** matrix, m². M = Σ w r lᵀ. */ export const MOMENT = 0;
/** matrix, 1. R. */ export const ROTATION = 80;
/** f64[72], m. Offsets r and weights of all sites, two at a time (siteLanes). */ export const OFFSETS = 160;
/** Bytes of a record. */ export const BYTES = 736;
