import { expect, test } from 'vitest';
import { runBench } from './bench-command.ts';
import type { Figure } from './figure.ts';
import type { Sections } from './run-sections.ts';

const GOOD: Figure = { name: 'quick', measured: 1.5, unit: 'ms', goal: 2, note: 'ours 1.5 ms' };
const LOOSE: Figure = { ...GOOD, name: 'loose', loosened: { from: 1, because: 'it grew' } };
const LATE: Figure = { ...GOOD, name: 'late', measured: 3 };
const BROKEN: Figure = { ...GOOD, name: 'broken', measured: Number.NaN };

/** Runs the command with these sections and returns its exit code and output. */
async function bench(sections: Sections, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const command = { name: 'pnpm bench', sections: () => sections, options: { runtime: 'only one runtime' } };
  const code = await runBench(command, args, {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
  });
  return { code, ...written };
}

const of = (...figures: Figure[]): Sections[string] => ({ about: 'some figures', measure: () => figures });

test('a figure is written before the next one is measured', async () => {
  let seen = '';
  const written: string[] = [];
  const measure = async function* (): AsyncGenerator<Figure> {
    yield GOOD;
    seen = written.join('');
    yield LATE;
  };
  const out = (text: string): void => void written.push(text);
  await runBench({ name: 'b', sections: () => ({ a: { about: 'a', measure } }) }, [], { out, err: out });
  expect(seen).toContain('quick');
  expect(seen).not.toContain('late');
});

test('a row says what was measured, the goal, whether it is reached and whether it was loosened', async () => {
  const { out } = await bench({ a: of(GOOD, LOOSE, LATE, { name: 'plain', measured: 0.0123, unit: 'times' }) });
  expect(out).toMatch(/^ {2}quick +1\.50 ms +goal 2 +reached +ours 1\.5 ms$/m);
  expect(out).toMatch(/^ {2}loose .*reached +ours 1\.5 ms; goal loosened from 1: it grew$/m);
  expect(out).toMatch(/^ {2}late +3\.00 ms +goal 2 +MISSED/m);
  expect(out).toMatch(/^ {2}plain +0\.012 times$/m);
});

test('the exit code is 1 if a goal is missed, by a value that is none too, or a section fails, and 0 otherwise', async () => {
  const fails: Sections[string] = {
    about: 'fails',
    measure: () => {
      throw new Error('no such program');
    },
  };
  expect(await bench({ a: of(GOOD) })).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 goals reached') });
  expect(await bench({ a: of(LATE, GOOD) })).toMatchObject({ code: 1, out: expect.stringContaining('missed: late') });
  expect(await bench({ a: of(BROKEN) })).toMatchObject({ code: 1 });
  const { code, out } = await bench({ a: fails, b: of(GOOD) });
  expect(code).toBe(1);
  expect(out).toContain('cannot be measured: no such program');
  expect(out).toContain('quick');
});

test('with --ratios a time misses nothing, and a ratio or a count only by half more than its goal', async () => {
  const times = (measured: number): Figure => ({ name: 'twice', measured, unit: 'times', goal: 2 });
  expect(await bench({ a: of(LATE, times(2.9)) }, '--ratios')).toMatchObject({ code: 0 });
  expect(await bench({ a: of(LATE, times(3.1)) }, '--ratios')).toMatchObject({ code: 1 });
});

test('sections run alone by name; one that takes long only so', async () => {
  const sections: Sections = { a: of(GOOD), b: of(LOOSE), long: { ...of(LATE), isNamedOnly: true } };
  const headings = (text: string): readonly string[] =>
    [...text.matchAll(/^(\w+): some figures$/gm)].map(([, name = '']) => name);
  expect(headings((await bench(sections)).out)).toEqual(['a', 'b']);
  expect(headings((await bench(sections, 'b')).out)).toEqual(['b']);
  expect(headings((await bench(sections, 'long', 'a')).out)).toEqual(['a', 'long']);
});

test('an unknown section or option is a clear error, and nothing is measured', async () => {
  const sections: Sections = { a: of(GOOD), b: of(LOOSE) };
  expect(await bench(sections, 'a', 'c')).toEqual({
    ...{ code: 2, out: '' },
    err: 'pnpm bench: unknown section "c": expected a, b\n',
  });
  expect(await bench(sections, 'toString')).toMatchObject({ code: 2 });
  expect(await bench(sections, '--fast')).toMatchObject({ code: 2, out: '', err: expect.stringContaining("'--fast'") });
});

test('help and list tell the sections and measure nothing', async () => {
  const sections: Sections = { a: of(GOOD), long: { ...of(LATE), isNamedOnly: true } };
  const list = '  a     some figures\n  long  some figures (only if it is named)\n';
  expect(await bench(sections, '--list')).toEqual({ code: 0, out: list, err: '' });
  const { out } = await bench(sections, '--help');
  expect(out).toContain(list);
  expect(out).toContain('Usage: pnpm bench [OPTION...] [SECTION...]');
  expect(out).toContain('--runtime VALUE');
});

test('with --json the figures are on stdout in the end, and each as it comes on stderr', async () => {
  const { out, err } = await bench({ a: of(GOOD, LATE) }, '--json');
  expect(JSON.parse(out)).toEqual([
    { ...GOOD, missed: false },
    { ...LATE, missed: true },
  ]);
  expect(err).toMatch(/quick[\s\S]*late/);
});
