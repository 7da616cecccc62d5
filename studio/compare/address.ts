/**
 * Comparisons as addresses, so that a link opens them:
 *
 *     #compare=wedge&gravity=[0,-5,0]&v=TRiMM&v=Provot+2-D&bodies[0].structure=provot-2d&show=0,1
 *
 * Each `v` begins a variant and names it; settings after it belong to it, those before the first to all variants. A setting
 * is a path and a value as JSON (or a bare word); `!path` removes it. `show` gives the two variants side by side.
 * With `study` in place of `compare` the variants are rated, and `order` is the seed of the raters' orders.
 */
import {
  type Comparison,
  MOST_VARIANTS,
  readValue,
  type Setting,
  type Variant,
  valueText,
} from './comparison.ts';

export interface Addressed {
  readonly view: 'compare' | 'study';
  readonly comparison: Comparison;
  /** Seed of the raters' orders in a study. */
  readonly seed: number;
}

const WORDS = ['compare', 'study', 'v', 'show', 'order'];
const FIRST_SEED = 1;

export function addressOf({
  view,
  comparison,
  seed,
}: Partial<Addressed> & { comparison: Comparison }): string {
  const { scene, common, variants, shown } = comparison;
  const parts: [string, string?][] = [[view ?? 'compare', scene], ...common.map(settingPart)];
  for (const { label, settings } of variants) parts.push(['v', label], ...settings.map(settingPart));
  if (view === 'study') {
    if (seed !== undefined && seed !== FIRST_SEED) parts.push(['order', String(seed)]);
  } else if (shown[0] !== 0 || shown[1] !== 1) parts.push(['show', shown.join(',')]);
  return `#${parts.map((part) => part.flatMap((text) => (text === undefined ? [] : [escaped(text)])).join('=')).join('&')}`;
}

/** Reads a comparison. Returns undefined if the address is none; throws a RangeError if it is invalid. */
export function readAddress(hash: string): Addressed | undefined {
  const [first, ...rest] = hash.replace(/^#/, '').split('&').map(readPart);
  const view = first.name;
  if ((view !== 'compare' && view !== 'study') || first.text === undefined) return undefined;
  const common: Setting[] = [];
  const variants: { label: string; settings: Setting[] }[] = [];
  let shown: [number, number] = [0, 1];
  let seed = FIRST_SEED;
  for (const { name, text } of rest) {
    if (name === 'v') variants.push({ label: text ?? '', settings: [] });
    else if (name === 'show') shown = readShown(text ?? '');
    else if (name === 'order') seed = readSeed(text ?? '');
    else if (name !== '') (variants.at(-1)?.settings ?? common).push(readSetting(name, text));
  }
  if (variants.length < 2)
    throw new RangeError('A comparison needs two variants: &v=NAME&path=value, twice.');
  if (variants.length > MOST_VARIANTS)
    throw new RangeError(`There are ${variants.length} variants; ${MOST_VARIANTS} are the most.`);
  if (shown.some((number) => number >= variants.length))
    throw new RangeError(`show=${shown}: the variants are 0 to ${variants.length - 1}.`);
  return { view, comparison: { scene: first.text, common, variants: named(variants), shown }, seed };
}

/** Makes the names of variants unique. */
function named(variants: readonly Variant[]): Variant[] {
  const taken = new Set<string>();
  return variants.map(({ label, settings }, i) => {
    let name = label.trim() || `Variant ${i + 1}`;
    for (let again = 2; taken.has(name); again++) name = `${label.trim()} (${again})`;
    taken.add(name);
    return { label: name, settings };
  });
}

function settingPart({ path, value }: Setting): [string, string?] {
  return value === undefined ? [`!${path}`] : [path, valueText(value)];
}

function readSetting(name: string, text: string | undefined): Setting {
  if (name.startsWith('!')) return { path: name.slice(1), value: undefined };
  if (text === undefined) throw new RangeError(`${name}: a setting is written path=value.`);
  if (WORDS.includes(name)) throw new RangeError(`${name} is given twice.`);
  return { path: name, value: readValue(text) };
}

function readShown(text: string): [number, number] {
  const numbers = /^(\d+),(\d+)$/.exec(text);
  if (!numbers) throw new RangeError(`show=${text}: expected the numbers of two variants, such as 0,1.`);
  return [Number(numbers[1]), Number(numbers[2])];
}

function readSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`order=${text}: expected a whole number.`);
  return Number(text);
}

function readPart(part: string): { name: string; text: string | undefined } {
  const equals = part.indexOf('=');
  return equals < 0
    ? { name: decoded(part), text: undefined }
    : { name: decoded(part.slice(0, equals)), text: decoded(part.slice(equals + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new RangeError(`“${text}” cannot be read.`);
  }
}

/** Encodes a value for an address; brackets and commas stay legible. */
function escaped(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/%(5B|5D|2C|3A|7B|7D)/g, (code) => decodeURIComponent(code));
}
