// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** quad32, index. Vertices; the first is −1 − index for two edges. */ export const VERTICES = 0;
/** vector32, 1. Unit direction in which the features were last found apart. */ export const NORMAL = 16;
/** f32, m. Distance that the features keep. */ export const KEPT_DISTANCE = 28;
/** f32, m. Part of that distance that is the radius of a collider’s vertex or edge. */ export const COLLIDER_RADIUS = 32;
/** i32. Mark of the search in which the pair last became a contact. */ export const MARK = 36;
/** Bytes of a record. */ export const BYTES = 40;
