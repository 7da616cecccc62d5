// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** u32. Number of parents. */ export const PARENTS = 0;
/** u32, bytes. Row of each parent (i32). */ export const PARENT_NODES = 4;
/** u32, bytes. First child of each parent (i32). */ export const PARENT_STARTS = 8;
/** u32, bytes. Row of each child (i32). */ export const CHILDREN = 12;
/** u32, bytes. Weight of each child (f32). */ export const CHILD_SHARES = 16;
/** u32. Number of vertices removed. */ export const REMOVED = 20;
/** u32, bytes. Vertices removed, with their parents (removedVertex). */ export const REMOVED_NODES = 24;
/** u32, bytes. Weights of both parents (edgeShares). */ export const REMOVED_SHARES = 28;
/** u32, bytes. Inverse blocks of the parents (matrix32). */ export const INVERSE = 32;
/** u32, bytes. Smoothed residual of the parents (four f32). */ export const SMOOTHED = 36;
/** u32, bytes. Shares and masses of the parents (parentShare). */ export const PARENT_SHARES = 40;
/** Bytes of a record. */ export const BYTES = 48;
