/**
 * Quicksort and quickselect (Hoare 1961) of lists of i32: contacts by their vertices, triangles by a key. Both orders are
 * total: the result does not depend on the order before.
 */
import * as Contact from '../../../layouts/generated/contact';
import { VERTICES } from '../memory';

/** Keys of comparison: one f64 a number, then the number itself; or the vertices of contacts. */
const BY_KEY: i32 = 0;
const BY_VERTICES: i32 = 1;

/** Sorts the contacts into `order` by their vertices; the order in which they were found depends on the past. */
export function surfaceOrder(contacts: usize, order: usize, count: i32): void {
  for (let k = 0; k < count; k++) store<i32>(order + ((<usize>k) << 2), k);
  sort(contacts, order, 0, count - 1);
}

function sort(contacts: usize, order: usize, low: i32, high: i32): void {
  while (low < high) {
    const parts = partition(BY_VERTICES, contacts, order, low, high);
    sort(contacts, order, low, <i32>parts);
    low = <i32>(parts >> 32);
  }
}

/** Moves the number with the k-th key to place k of order[low..high], smaller ones before it. */
export function select(keys: usize, order: usize, low: i32, high: i32, k: i32): void {
  while (low < high) {
    const parts = partition(BY_KEY, keys, order, low, high);
    const j = <i32>parts;
    const i = <i32>(parts >> 32);
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

/** Partitions order[low..high] such that nothing up to j follows anything from i on, j < i; returns i << 32 | j. */
// @inline
function partition(by: i32, data: usize, order: usize, low: i32, high: i32): i64 {
  const pivot = load<i32>(order + ((<usize>((low + high) >> 1)) << 2));
  let i = low;
  let j = high;
  while (i <= j) {
    while (precedes(by, data, load<i32>(order + ((<usize>i) << 2)), pivot)) i++;
    while (precedes(by, data, pivot, load<i32>(order + ((<usize>j) << 2)))) j--;
    if (i > j) break;
    const a = order + ((<usize>i) << 2);
    const b = order + ((<usize>j) << 2);
    const kept = load<i32>(a);
    store<i32>(a, load<i32>(b));
    store<i32>(b, kept);
    i++;
    j--;
  }
  return ((<i64>i) << 32) | (<i64>j & 0xffffffff);
}

// @inline
function precedes(by: i32, data: usize, s: i32, t: i32): bool {
  return by === BY_KEY ? hasLesserKey(data, s, t) : hasLesserVertices(data, s, t);
}

// @inline
function hasLesserKey(keys: usize, s: i32, t: i32): bool {
  const a = load<f64>(keys + ((<usize>s) << 3));
  const b = load<f64>(keys + ((<usize>t) << 3));
  return a < b || (a === b && s < t);
}

function hasLesserVertices(contacts: usize, s: i32, t: i32): bool {
  const a = contacts + <usize>s * Contact.BYTES;
  const b = contacts + <usize>t * Contact.BYTES;
  for (let j: usize = 0; j < VERTICES; j += 4) {
    const x = load<i32>(a + j);
    const y = load<i32>(b + j);
    if (x !== y) return x < y;
  }
  return load<i32>(a, Contact.IS_EDGES) < load<i32>(b, Contact.IS_EDGES);
}
