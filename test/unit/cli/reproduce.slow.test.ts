/** `pliant reproduce`: the list, a result, its files, and what it refuses. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Agreement, atMost, experiments, runExperiment } from '#lab/experiments';
import { expectedText } from '../../../cli/reproduce.ts';
import { pliantHere } from '../../faults/cli-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-reproduce-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the list', () => {
  it('names every experiment once, with its source', async () => {
    const { code, stdout } = await pliantHere(['reproduce', '--json']);
    expect(code).toBe(0);
    const names = JSON.parse(stdout).map((one: { name: string }) => one.name);
    expect(new Set(names).size).toBe(experiments.length);
    for (const { paper, finding, title } of experiments) expect([paper, finding, title]).not.toContain('');
    expect((await pliantHere(['reproduce'])).stdout).toContain(experiments[0].title);
  });

  it.each([
    [['reproduce', 'aurora-restitutoin'], /did you mean "aurora-restitution"\?/],
    [['reproduce', 'restitution'], /did you mean "aurora-restitution"\?/],
    [['reproduce', 'nothing-like-it'], /there are: aurora-/],
    [['reproduce', '-o', 'out'], /--output needs the name of one experiment/],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await pliantHere(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('a result', () => {
  it('is told by facts, drawn, and not overwritten unasked', async () => {
    const args = ['reproduce', 'aurora-restitution', '--json', '-o', folder];
    const { code, stdout } = await pliantHere(args);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ experiment: 'aurora-restitution', pass: true, agreement: 'partial' });
    for (const fact of result.facts) {
      const { measured, expected, holds } = fact;
      expect(holds).toBe(measured >= (expected.min ?? -Infinity) && measured <= (expected.max ?? Infinity));
    }
    expect(readdirSync(folder).sort()).toEqual(['aurora-restitution.json', 'aurora-restitution.png']);
    expect(JSON.parse(readFileSync(join(folder, 'aurora-restitution.json'), 'utf8'))).toEqual(result);
    const again = await pliantHere(args);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/--force/);
  });

  it.each<[Agreement, string, Agreement]>([
    ['full', '++', 'full'],
    ['full', '+-', 'partial'],
    ['full', '--', 'none'],
    ['partial', '++', 'partial'],
    ['partial', '+-', 'none'],
    ['none', '++', 'none'],
    ['none', '+-', 'none'],
    ['unstated', '--', 'unstated'],
  ])('claims no more than its facts bear out: %s with facts %s is %s', (claim, facts, agreement) => {
    const result = runExperiment({
      ...experiments[0],
      run: () => ({
        claim,
        ours: 'this',
        facts: [...facts].map((holds, i) => atMost(`fact ${i}`, holds === '+' ? 0 : 2, 1)),
        figures: [],
      }),
    });
    expect(result.agreement).toBe(agreement);
    expect(result.pass).toBe(facts === '++');
    expect(result).not.toHaveProperty('claim');
  });

  it('says what was expected', () => {
    expect(expectedText({ expected: { min: 3 }, unit: '1' })).toBe('≥ 3');
    expect(expectedText({ expected: { max: 2 }, unit: 'm' })).toBe('≤ 2 m');
    expect(expectedText({ expected: { min: 1, max: 2 }, unit: 's' })).toBe('1 to 2 s');
    expect(expectedText({ expected: { min: 4, max: 4 }, unit: '1' })).toBe('4');
  });
});
