// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** i32, index. Point on one side. */ export const BEFORE = 0;
/** i32, index. Point in the middle. */ export const MIDDLE = 4;
/** i32, index. Point on the other side. */ export const AFTER = 8;
/** Bytes of a record. */ export const BYTES = 12;
