/**
 * Quicksort (Hoare 1961) of contacts by their vertices. The order is total: the result does not depend on the order before.
 */
import * as Contact from '../../../layouts/generated/contact';
import { VERTICES } from '../memory';

/** Sorts the contacts into `order` by their vertices; the order in which they were found depends on the past. */
export function surfaceOrder(contacts: usize, order: usize, count: i32): void {
  for (let k = 0; k < count; k++) store<i32>(order + ((<usize>k) << 2), k);
  sort(contacts, order, 0, count - 1);
}

function sort(contacts: usize, order: usize, low: i32, high: i32): void {
  while (low < high) {
    const pivot = load<i32>(order + ((<usize>((low + high) >> 1)) << 2));
    let i = low;
    let j = high;
    while (i <= j) {
      while (precedes(contacts, load<i32>(order + ((<usize>i) << 2)), pivot)) i++;
      while (precedes(contacts, pivot, load<i32>(order + ((<usize>j) << 2)))) j--;
      if (i > j) break;
      const a = order + ((<usize>i) << 2);
      const b = order + ((<usize>j) << 2);
      const kept = load<i32>(a);
      store<i32>(a, load<i32>(b));
      store<i32>(b, kept);
      i++;
      j--;
    }
    sort(contacts, order, low, j);
    low = i;
  }
}

/** Compares the vertices of two contacts. */
function precedes(contacts: usize, s: i32, t: i32): bool {
  const a = contacts + <usize>s * Contact.BYTES;
  const b = contacts + <usize>t * Contact.BYTES;
  for (let j: usize = 0; j < VERTICES; j += 4) {
    const x = load<i32>(a + j);
    const y = load<i32>(b + j);
    if (x !== y) return x < y;
  }
  return load<i32>(a, Contact.IS_EDGES) < load<i32>(b, Contact.IS_EDGES);
}
