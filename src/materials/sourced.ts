/** Values with their sources: papers and books by author and year. */

export interface SourcedValue {
  readonly value: number;
  readonly source: string;
}

export function from(value: number, source: string): SourcedValue {
  return { value, source };
}

/** A value without a measurement: the order of magnitude, by analogy. */
export function estimate(value: number, why = ''): SourcedValue {
  return { value, source: why ? `estimate: ${why}` : 'estimate' };
}

export const WANG = "Wang, O'Brien & Ramamoorthi 2011";
export const VOLINO = 'Volino & Magnenat-Thalmann 2000';
export const ASHBY = 'Ashby 2005';
export const CALLISTER = 'Callister 2007';
