// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector32, 1. Unit normal now; 0 for a triangle without area. */ export const NORMAL = 0;
/** f32, m. Least distance of what neighbours do not share, less the distance kept. */ export const CLEARANCE = 12;
/** vector32, 1. Unit normal at the horizon. */ export const END_NORMAL = 16;
/** f32, m. Largest deviation of a corner’s motion from the mean of the three. */ export const SPREAD = 28;
/** vector32, m. Mean motion of the corners up to the horizon. */ export const MEAN_MOTION = 32;
/** f32, m. Largest allowance of a corner. */ export const ALLOWANCE = 44;
/** Bytes of a record. */ export const BYTES = 48;
