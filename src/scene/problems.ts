/** Problems of a scene for its author: the path of the field, the rule, the value that was given. */
import type { z } from 'zod';
import type { Problem } from '../schema/problem.ts';
import { sceneParameters } from './parameter-rows.ts';
import { FORMAT } from './parameters.ts';

/** The refusal of a scene; its message has a line for each problem. */
export class SceneError extends Error {
  readonly problems: readonly Problem[];
  /** File name or id, if the caller gave one. */
  readonly source: string | undefined;

  constructor(problems: readonly Problem[], source?: string) {
    super(problemLines(problems, source).join('\n'));
    this.name = 'SceneError';
    this.problems = problems;
    this.source = source;
  }
}

/** Problems that the message of an error lists. */
const MOST_LINES = 20;

function problemLines(problems: readonly Problem[], source: string | undefined): string[] {
  const lines = problems.slice(0, MOST_LINES).map(({ path, message }) => {
    return [source, path].filter(Boolean).concat(message).join(': ');
  });
  if (problems.length > MOST_LINES) lines.push(`… and ${problems.length - MOST_LINES} more problems`);
  return lines;
}

/** Returns the problems behind zod's issues with `root`. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], root: unknown): Problem[] {
  const problems = issues.flatMap((issue) => problemsOfIssue(issue, [], root));
  const last = new Map(problems.map((problem) => [problem.path, problem])); // of two bounds, the tighter comes last
  return [...last.values()];
}

function problemsOfIssue(issue: z.core.$ZodIssue, outer: readonly PropertyKey[], root: unknown): Problem[] {
  const steps = [...outer, ...issue.path];
  const path = pathText(steps);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: pathText([...steps, shown(key).slice(1, -1)]),
        message: unknownKey(patternOf(steps), key, variantsAlong(root, steps)),
      }));
    case 'invalid_union':
      return unionProblems(issue, steps, root);
    case 'custom':
    case 'invalid_format':
      return [
        { path, message: `${issue.message}${typeof issue.input === 'string' ? got(issue.input) : ''}` },
      ];
    default:
      return [{ path, message: ruleBroken(issue, path) }];
  }
}

/** Describes a value that fits none of several types, by the type that it was probably meant to be. */
function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  steps: readonly PropertyKey[],
  root: unknown,
): Problem[] {
  const path = pathText(steps);
  const options = (issue as { options?: readonly string[] }).options;
  if (options) {
    const value = (issue.input as Record<string, unknown> | undefined)?.[String(steps.at(-1))];
    return [{ path, message: notOneOf(options, value) }];
  }
  const meant =
    issue.errors.find((errors) => !errors.some(isAboutType)) ?? issue.errors.find(fits(issue.input));
  if (meant) return meant.flatMap((inner) => problemsOfIssue(inner, steps, root));
  const wanted = issue.errors.map((errors) => ruleOf(errors[0])).join(', or ');
  return [{ path, message: mustBe(wanted, issue.input) }];
}

function isAboutType(issue: z.core.$ZodIssue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

/** Whether a branch of a union expects this kind of value: text among choices, a list, an object. */
function fits(input: unknown): (errors: readonly z.core.$ZodIssue[]) => boolean {
  return (errors) =>
    errors.every((e) => e.path.length > 0) ||
    (typeof input === 'string' && errors[0].code === 'invalid_value' && errors[0].values.length > 1);
}

function ruleBroken(issue: z.core.$ZodIssue, path: string): string {
  const { input } = issue;
  if (path === 'format')
    return `must be ${FORMAT}${got(input)}; this version of Pliant reads format ${FORMAT} only`;
  if (issue.code === 'invalid_value' && input !== undefined) return notOneOf(issue.values.map(String), input);
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    if (issue.origin === 'array') return `must have ${ruleOf(issue)}, got ${(input as unknown[]).length}`;
    if (issue.origin === 'string') return `must have ${ruleOf(issue)}, got ${(input as string).length}`;
  }
  return mustBe(ruleOf(issue), input);
}

function mustBe(rule: string, input: unknown): string {
  return input === undefined ? `is missing: must be ${rule}` : `must be ${rule}${got(input)}`;
}

/** Returns the rule alone, to follow "must be" (or "must have", for lengths). */
function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'a whole number';
      if (typeof issue.input === 'number' && issue.expected === 'number') return 'a finite number';
      return KINDS[issue.expected] ?? issue.expected;
    case 'too_small':
      return `${bound(issue, issue.inclusive ? '>=' : '>', 'at least')} ${issue.minimum}${unitOf(issue, issue.minimum)}`;
    case 'too_big':
      return `${bound(issue, issue.inclusive ? '<=' : '<', 'at most')} ${issue.maximum}${unitOf(issue, issue.maximum)}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    default:
      return issue.message;
  }
}

const KINDS: Record<string, string> = {
  number: 'a number',
  string: 'text in quotes',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
};

function bound(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  sign: string,
  words: string,
): string {
  return issue.origin === 'array' || issue.origin === 'string' ? words : sign;
}

function unitOf({ origin }: { origin: string }, count: number | bigint): string {
  if (origin === 'array') return count === 1 ? ' entry' : ' entries';
  if (origin === 'string') return count === 1 ? ' character' : ' characters';
  return '';
}

function notOneOf(values: readonly string[], given: unknown): string {
  const close = typeof given === 'string' ? nearest(given, values) : undefined;
  return `${mustBe(oneOf(values), given)}${close ? `; did you mean "${close}"?` : ''}`;
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((v) => `"${v}"`);
  return quoted.length === 1 ? quoted[0] : `one of ${quoted.join(', ')}`;
}

function got(value: unknown): string {
  return `, got ${shown(value)}`;
}

/** Returns a value for a message: short, and safe to print on a terminal. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const short = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    return JSON.stringify(short).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  }
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

function unknownKey(pattern: string, key: string, variants: readonly string[]): string {
  const known = knownKeys(pattern, variants);
  const close = nearest(key, known);
  if (close) return `unknown key; did you mean "${close}"?`;
  const elsewhere = sceneParameters().find((row) => {
    const { path } = row;
    return (
      isChosen(row, variants) &&
      path.startsWith(pattern) &&
      path.endsWith(`.${key}`) &&
      path !== `${pattern}.${key}`
    );
  });
  if (elsewhere) return `unknown key here; it belongs at ${elsewhere.path}`;
  return `unknown key; known here: ${known.join(', ')}`;
}

/** Returns the keys of the object at a path pattern, in the variants that were chosen along the path. */
export function knownKeys(pattern: string, variants: readonly string[] = []): string[] {
  const start = pattern ? `${pattern}.` : '';
  const inside = sceneParameters().filter((p) => p.path.startsWith(start));
  const chosen = inside.filter((p) => isChosen(p, variants));
  const candidates = chosen.length > 0 ? chosen : inside;
  return [...new Set(candidates.map((p) => p.path.slice(start.length).split(/[.[]/, 1)[0]))];
}

/** Whether a row exists for these variants; every row does if none is chosen. */
export function isChosen({ variant }: { variant?: string }, variants: readonly string[]): boolean {
  return variants.length === 0 || variant === undefined || variants.includes(variant);
}

/** Returns the variants of the objects along a path: `model` of a body, `kind` of a shape. */
export function variantsAlong(root: unknown, steps: readonly PropertyKey[]): string[] {
  const variants: string[] = [];
  let at = root;
  for (const step of [...steps, '']) {
    if (typeof at !== 'object' || at === null) break;
    const { kind, model } = at as { kind?: unknown; model?: unknown };
    const variant = kind ?? model;
    if (typeof variant === 'string') variants.push(variant);
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return variants;
}

/** `['bodies', 0, 'size']` → `bodies[0].size`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text ? `.${String(step)}` : String(step);
  }
  return text;
}

/** `['bodies', 0, 'size']` → `bodies[].size`, as the table writes it. */
export function patternOf(path: readonly PropertyKey[]): string {
  return pathText(path).replace(/\[\d+\]/g, '[]');
}

/** Returns the closest candidate within a third of its length in edits; undefined if there is none. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 200) return undefined;
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= least || distance > Math.max(1, candidate.length / 3)) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** Optimal string alignment: insertions, deletions, changes and swaps of neighbours, one each. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
