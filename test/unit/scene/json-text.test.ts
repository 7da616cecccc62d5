/** The JSON reader: it agrees with JSON.parse on good text and says where bad text goes wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonTextError, readJson } from '../../../src/scene/json-text.ts';

/** Random JSON text whose keys the reader does not refuse. */
const json = fc
  .json({ maxDepth: 6 })
  .filter((text) => !/__proto__|constructor|prototype/.test(JSON.stringify(JSON.parse(text))));

describe('good text', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads it with spaces, a byte order mark and CRLF too', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('  ', '\t'), (text, indent) => {
        const spaced = `\uFEFF${JSON.stringify(JSON.parse(text), null, indent).replaceAll('\n', '\r\n')}\r\n`;
        expect(readJson(spaced)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads every escape', () => {
    const text = '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"';
    expect(readJson(text)).toBe(JSON.parse(text));
  });
});

describe('bad text', () => {
  it('is refused wherever JSON.parse refuses it, and only as JsonTextError', () => {
    const mutated = fc.tuple(json, fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '0', 'x', '\u0001'));
    fc.assert(
      fc.property(mutated, ([text, at, inserted]) => {
        const cut = at % text.length;
        const broken = text.slice(0, cut) + inserted + text.slice(cut + 1);
        if (isJson(broken)) return;
        expect(() => readJson(broken)).toThrow(JsonTextError);
      }),
    );
  });

  it.each([
    ['', 1, 1, 'empty'],
    ['{"a": 1} x', 1, 10, 'after the end'],
    ['{"a": 1,\r\n "b": 1,5}', 2, 9, 'decimals take a point'],
    ['{\n  "a": NaN\n}', 2, 8, 'NaN is not a number'],
    ['[1, -Infinity]', 1, 5, 'expected a value'],
    ['[1, nan]', 1, 5, 'nan is not a number'],
    ['[1,]', 1, 4, 'comma before "]"'],
    ['{"a":1,}', 1, 8, 'comma before "}"'],
    ["{'a': 1}", 1, 2, 'double quotes'],
    ['[1 // one\n]', 1, 4, 'expected ","'],
    ['[// one\n1]', 1, 2, 'comments'],
    ['{"a":1,\n"a":2}', 2, 1, 'given twice'],
    ['"abc', 1, 1, 'does not end'],
    ['"a\nb"', 1, 3, 'control character'],
    ['"\\x41"', 1, 2, 'escapes nothing'],
    ['"\\u12G4"', 1, 4, 'four hexadecimal digits'],
    ['[01]', 1, 2, 'not a number'],
    ['[1.]', 1, 2, 'not a number'],
    ['{"a" 1}', 1, 6, 'expected ":"'],
    ['\uFFFD\uFFFD{\u0000', 1, 1, 'UTF-8'],
    ['{\u0000"\u0000', 1, 1, 'UTF-8'],
    ['{"\\u005f_proto__": 1}', 1, 2, 'not allowed'],
    ['{"constructor": 1}', 1, 2, 'not allowed'],
    ['['.repeat(100_000), 1, 25, 'deep'],
  ])('%j is refused at line %i, column %i', (text, line, column, words) => {
    const error = errorOf(() => readJson(text));
    expect(error).toBeInstanceOf(JsonTextError);
    expect(error).toMatchObject({ line, column });
    expect(error.message).toContain(words);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function errorOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
