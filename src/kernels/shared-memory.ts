/**
 * A WebAssembly module declares whether the memory that it imports is shared. The kernels are built once, for an
 * unshared memory; for threads the declaration is changed here, so that there are no two binaries.
 */

/** The import section of the kernels up to the least number of pages, one byte: one import, `env.memory`, without a maximum. */
const IMPORT_SECTION = [2, 15, 1, 3, ...codes('env'), 6, ...codes('memory'), 2, 0];

/**
 * Returns the module with its imported memory declared as shared, which takes a maximum: the flags byte and the numbers of
 * pages are the last of the section. All other bytes stay.
 */
export function withSharedMemory(bytes: Uint8Array, maximum: number): Uint8Array {
  // A preamble of 8 bytes, the types (section 1, its size in two bytes of 7 bits), then the imports.
  const types = (bytes[9] & 127) + 128 * bytes[10];
  const at = 11 + types;
  const isExpected =
    bytes[8] === 1 &&
    bytes[9] >= 128 &&
    bytes[10] < 128 &&
    IMPORT_SECTION.every((byte, i) => bytes[at + i] === byte) &&
    bytes[at + IMPORT_SECTION.length] < 128;
  if (!isExpected)
    throw new Error('kernels: the module does not begin with its types and one import, the memory');
  const pages = leb128(maximum);
  const least = bytes[at + IMPORT_SECTION.length];
  const section = [2, 15 + pages.length, ...IMPORT_SECTION.slice(2, -1), 3, least, ...pages];
  const rest = bytes.subarray(at + IMPORT_SECTION.length + 1);
  const patched = new Uint8Array(at + section.length + rest.length);
  patched.set(bytes.subarray(0, at));
  patched.set(section, at);
  patched.set(rest, at + section.length);
  return patched;
}

function codes(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A whole number in groups of seven bits, the lowest first, as WebAssembly writes them. */
function leb128(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...leb128(Math.floor(value / 128))];
}
