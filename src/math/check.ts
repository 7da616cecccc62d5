/** Checks of arguments. Each returns the value or throws a RangeError whose message begins with the field at fault. */

export function finite(field: string, value: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new RangeError(`${field}: must be a finite number, got ${value}`);
  }
  return value;
}

export function positive(field: string, value: number): number {
  if (!(typeof value === 'number' && value > 0 && Number.isFinite(value))) {
    throw new RangeError(`${field}: must be > 0, got ${value}`);
  }
  return value;
}

/** Requires least ≤ value ≤ most. */
export function within(field: string, value: number, least: number, most = Number.MAX_VALUE): number {
  finite(field, value);
  if (value < least) throw new RangeError(`${field}: must be >= ${least}, got ${value}`);
  if (value > most) throw new RangeError(`${field}: must be <= ${most}, got ${value}`);
  return value;
}

export function wholeNumber(
  field: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `>= ${least}` : `from ${least} to ${most}`;
    throw new RangeError(`${field}: must be a whole number ${range}, got ${value}`);
  }
  return value;
}

export function oneOf<Name extends string>(field: string, value: Name, names: readonly Name[]): Name {
  if (!names.includes(value)) {
    throw new RangeError(`${field}: must be one of ${names.join(', ')}, got ${value}`);
  }
  return value;
}
