/** Lists that threads write in parts of their own, which are then joined: the parts of a list with `room` records after `before`. */

/** Returns the length of the part of each thread. */
// @inline
export function partLength(before: i32, room: i32, threads: i32): i32 {
  return (room - before) / threads;
}

/**
 * Joins the parts of a list of records of `bytes` each, of which `counts` (i32, one every `next` bytes) has what each thread has found.
 * Returns the length of the list; if a part was too short, minus the room for another search, and the list is as it was.
 */
export function joinParts(
  list: usize,
  bytes: usize,
  before: i32,
  length: i32,
  counts: usize,
  next: usize,
  threads: i32,
): i32 {
  let most = 0;
  for (let k = 0; k < threads; k++) most = max(most, load<i32>(counts + <usize>k * next));
  if (most > length) return -(before + threads * most);
  let end = before;
  for (let k = 0; k < threads; k++) {
    const count = load<i32>(counts + <usize>k * next);
    const from = before + k * length;
    if (from !== end)
      memory.copy(list + <usize>end * bytes, list + <usize>from * bytes, <usize>count * bytes);
    end += count;
  }
  return end;
}
