/**
 * Reads JSON text (RFC 8259). Unlike `JSON.parse` it gives the same message with line and column in every engine, limits
 * depth (a hostile file that nests 100 000 deep would overflow the stack), and refuses duplicate keys and keys that
 * reach for an object's prototype.
 */
import { LIMITS } from '../schema/limits.ts';

export class JsonTextError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, message: string) {
    super(`line ${line}, column ${column}: ${message}`);
    this.name = 'JsonTextError';
    this.line = line;
    this.column = column;
  }
}

/** Keys that no scene has and whose only use is to change the prototype of objects. */
export const HOSTILE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Text of a string up to the next quote, backslash or control character. */
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y;
const WORD = /[A-Za-z_]+/y;
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function readJson(text: string): unknown {
  return new Reader(text).document();
}

class Reader {
  readonly text: string;
  at = 0;
  depth = 0;
  values = 0;

  constructor(text: string) {
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  document(): unknown {
    if (this.text.length > LIMITS.text) {
      this.fail(`the text has ${this.text.length} characters; the limit is ${LIMITS.text}`);
    }
    const start = this.text.slice(0, 4);
    if (start.includes('\0') || start.includes('\uFFFD')) {
      this.fail('not UTF-8 text (UTF-16?); save the file as UTF-8');
    }
    this.skipSpace();
    if (this.at === this.text.length) this.fail('the file is empty');
    const value = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail(`text after the end of the JSON document: ${this.seen()}`);
    return value;
  }

  value(): unknown {
    if (++this.values > LIMITS.values) this.fail(`more than ${LIMITS.values} values`);
    const c = this.text[this.at];
    if (c === '{') return this.object();
    if (c === '[') return this.list();
    if (c === '"') return this.string();
    const number = this.match(NUMBER);
    if (number) return this.endOfNumber(number);
    return this.word();
  }

  object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.entries('}', () => this.key(object));
    return object;
  }

  list(): unknown[] {
    const list: unknown[] = [];
    this.entries(']', () => list.push(this.value()));
    return list;
  }

  /** Reads entries up to the closing bracket. */
  entries(close: string, read: () => void): void {
    if (++this.depth > LIMITS.depth) this.fail(`nested more than ${LIMITS.depth} deep`);
    this.at++;
    this.skipSpace();
    for (let isFirst = true; !(isFirst && this.take(close)); isFirst = false) {
      if (this.text[this.at] === close) this.fail(`a comma before "${close}"; remove it`);
      read();
      this.skipSpace();
      if (this.take(close)) break;
      if (!this.take(',')) this.fail(`expected "," or "${close}", got ${this.seen()}`);
      this.skipSpace();
    }
    this.depth--;
  }

  key(object: Record<string, unknown>): void {
    const start = this.at;
    if (/[0-9]/.test(this.text[start]))
      this.fail(`expected a key, got ${this.seen()} (decimals take a point: 1.5)`);
    if (this.text[start] !== '"') this.fail(`expected a key in double quotes, got ${this.seen()}`);
    const key = this.string();
    if (HOSTILE_KEYS.has(key)) this.fail(`the key "${key}" is not allowed`, start);
    if (Object.hasOwn(object, key))
      this.fail(`the key ${JSON.stringify(shortened(key))} is given twice`, start);
    this.skipSpace();
    if (!this.take(':')) this.fail(`expected ":" after the key, got ${this.seen()}`);
    this.skipSpace();
    object[key] = this.value();
  }

  string(): string {
    const start = this.at++;
    let value = '';
    for (;;) {
      value += this.match(PLAIN_TEXT);
      if (this.take('"')) return value;
      if (this.at >= this.text.length) this.fail('a string that does not end', start);
      if (!this.take('\\')) this.fail('a line break or control character inside a string');
      value += this.escape();
    }
  }

  escape(): string {
    const c = this.text[this.at++];
    if (c === 'u') {
      const digits = this.text.slice(this.at, this.at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('"\\u" needs four hexadecimal digits');
      this.at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const value = ESCAPES[c];
    if (value === undefined) this.fail('a backslash that escapes nothing', this.at - 2);
    return value;
  }

  endOfNumber(digits: string): number {
    const next = this.text[this.at];
    if (next !== ',' && next !== ']' && next !== undefined && /[0-9A-Za-z.+-]/.test(next)) {
      this.fail(`not a number: ${shortened(digits)}${next}…`, this.at - digits.length);
    }
    return Number(digits) + 0; // no −0: written and read again it would be 0, and a run's bytes with it
  }

  word(): unknown {
    const start = this.at;
    const word = this.match(WORD);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    this.at = start;
    if (/^(nan|inf|infinity)$/i.test(word))
      this.fail(`${word} is not a number that JSON or a scene can have`);
    if (this.text[start] === '/') this.fail('comments are not part of JSON');
    if (this.text[start] === "'") this.fail("strings take double quotes, not '");
    return this.fail(`expected a value, got ${this.seen()}`);
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  skipSpace(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  seen(): string {
    if (this.at >= this.text.length) return 'the end of the text';
    return JSON.stringify(shortened(this.text.slice(this.at, this.at + 40).split(/[\r\n]/, 1)[0], 12));
  }

  fail(message: string, at = this.at): never {
    const before = this.text.slice(0, at).split(/\r\n|\r|\n/);
    throw new JsonTextError(before.length, before[before.length - 1].length + 1, message);
  }
}

function shortened(text: string, length = 40): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
