/** Numbers as text. */

/** Returns three significant digits, without an exponent for everyday sizes. */
export function compact(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(1).replace('e+', 'e').replace('-', '−');
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(size)));
  return value.toFixed(Math.min(decimals, 5)).replace('-', '−');
}

/** Returns a number for an axis: as `compact`, without trailing zeros. */
export function plain(value: number): string {
  return compact(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

export function grouped(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 0 }).replaceAll(',', ' ');
}

/** Returns a relative strain in per cent; less than 0.001 % is shown as such. */
export function percent(value: number): string {
  return value > 0 && value < 1e-5 ? '< 0.001 %' : `${compact(100 * value)} %`;
}

export function metres(value: number): string {
  return Math.abs(value) < 0.01 ? `${compact(1000 * value)} mm` : `${compact(value)} m`;
}

export function milliseconds(value: number): string {
  return value >= 1000 ? `${compact(value / 1000)} s` : `${compact(value)} ms`;
}
