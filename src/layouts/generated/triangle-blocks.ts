// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** i32, index. Row of corner 0, column of corner 1. */ export const AB = 0;
/** i32, index. Row of corner 1, column of corner 0. */ export const BA = 4;
/** i32, index. Row of corner 1, column of corner 2. */ export const BC = 8;
/** i32, index. Row of corner 2, column of corner 1. */ export const CB = 12;
/** i32, index. Row of corner 2, column of corner 0. */ export const CA = 16;
/** i32, index. Row of corner 0, column of corner 2. */ export const AC = 20;
/** Bytes of a record. */ export const BYTES = 24;
