/** Records of src/layouts as C++ text, for benchmarks that run the same loops natively on the same memory. */

/** Offsets of the fields of a record by their names, as generated from its table. */
type Offsets = Readonly<Record<string, number>>;

/** Returns a struct with the fields of a record at their byte offsets: u32, but for the named f64. */
export function structOf(
  name: string,
  { BYTES, ...offsets }: Offsets,
  doubles: readonly string[] = [],
): string {
  let end = 0;
  const sorted = Object.entries(offsets).sort(([, a], [, b]) => a - b);
  const fields = sorted.flatMap(([field, at]) => {
    const isDouble = doubles.includes(field);
    const gap = at > end ? [`uint8_t gap${at}[${at - end}];`] : [];
    end = at + (isDouble ? 8 : 4);
    return [...gap, `${isDouble ? 'double' : 'uint32_t'} ${camel(field)};`];
  });
  if (BYTES > end) fields.push(`uint8_t gap${BYTES}[${BYTES - end}];`);
  return `struct ${name} { ${fields.join(' ')} };\nstatic_assert(sizeof(${name}) == ${BYTES}, "${name}");`;
}

/** Returns an enumeration of the indices of the fields of a record. */
export function enumOf({ BYTES, LENGTH, ...indices }: Offsets): string {
  return `enum { ${Object.entries(indices)
    .map(([field, at]) => `${field} = ${at}`)
    .join(', ')} };`;
}

function camel(field: string): string {
  return field.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
