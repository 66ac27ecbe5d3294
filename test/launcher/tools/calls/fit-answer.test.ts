import { expect, test } from 'vitest';
import { type FitAnswerOptions, fitAnswer } from '../../../../launcher/tools/calls/own-output.ts';
import {
  type CallAnswer,
  type CallToolResult,
  outputText,
  toToolResult,
} from '../../../../launcher/tools/calls/tool-result.ts';
import { loadTools } from '../../../../launcher/tools/catalog.ts';
import type { AnyTool } from '../../../../launcher/tools/definition.ts';
import { skipped } from '../../../../src/shorten/pruning-metadata.ts';
import type { KeptText } from '../../../../src/text/kept-text.ts';

const KEPT: KeptText = { artifact_ref: 'ax://bash/0123', bytes: 77_777 };
const [read, bash, grep] = (await loadTools()) as readonly [AnyTool, AnyTool, AnyTool];

const answer = (tool: AnyTool, body: object, more: Partial<CallAnswer> = {}): CallAnswer => ({
  ...{ tool, failed: false, pruning: skipped('no_focus_question', 9) },
  ...{ body: { tool: tool.name, ...body }, ...more },
});

/** Fits an answer into `maxBytes`. Returns the result, and the texts that were stored. */
async function fitted(given: CallAnswer, maxBytes: number, more: Partial<FitAnswerOptions> = {}, as: KeptText = KEPT) {
  const texts: string[] = [];
  const keep = async (text: string): Promise<KeptText> => {
    texts.push(text);
    return as;
  };
  const { result, shaped } = await fitAnswer(given, { maxBytes, structured: false, keep, ...more });
  const [first, link] = result.content as readonly [{ text: string }, object?];
  return { result, shaped, texts, link, text: first.text, lines: first.text.split('\n'), facts: factsOf(result) };
}

function factsOf({ structuredContent, _meta }: CallToolResult): Record<string, unknown> {
  return (structuredContent ?? _meta?.['jeeves/result']) as Record<string, unknown>;
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));
const numbered = (count: number, name = 'line'): string =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}\n`).join('');

test('a result of exactly the budget is left as it is, and not kept; a byte less to spend cuts it', async () => {
  const given = answer(read, { content: numbered(400) });
  for (const structured of [true, false]) {
    const whole = toToolResult(given, structured, { after: '[a word]' });
    const bytes = bytesOf(whole);
    const same = await fitted(given, bytes, { structured, after: '[a word]' });
    expect([same.result, same.shaped, same.texts]).toEqual([whole, undefined, []]);
    const cut = await fitted(given, bytes - 1, { structured, after: '[a word]' });
    expect(cut.shaped).toEqual({ before: bytes, after: bytesOf(cut.result), artifact: 'ax://bash/0123' });
    expect(cut.text).not.toContain('[a word]');
  }
});

test('what was cut says so before and behind, links to the whole, and tells how large that is', async () => {
  const { lines, link, facts, shaped } = await fitted(answer(read, { content: numbered(3000) }), 4096);
  const shown = lines.filter((line) => line.startsWith('line ')).length;
  expect(lines[0]).toBe(`[cut to ${shown} of 3000 lines; all of it: artifact ref="ax://bash/0123"]`);
  expect(lines.at(-1)).toBe(lines[0]);
  expect(link).toEqual({
    type: 'resource_link',
    uri: 'ax://bash/0123',
    name: "all of read's output",
    mimeType: 'text/plain; charset=utf-8',
    size: 77_777,
  });
  expect(facts['shaped']).toEqual({ artifact_ref: 'ax://bash/0123', original_bytes: shaped?.before });
});

test('what could not be kept has no link, and says why', async () => {
  const given = answer(read, { content: numbered(3000) });
  const { lines, link, facts, shaped } = await fitted(given, 4096, {}, { artifact_error: 'too_large' });
  expect(lines[0]).toMatch(/^\[cut to \d+ of 3000 lines; the rest could not be kept\]$/);
  expect([link, shaped?.artifact]).toEqual([undefined, undefined]);
  expect(facts['shaped']).toEqual({ artifact_error: 'too_large', original_bytes: shaped?.before });
});

const MATCHES = Array.from({ length: 900 }, (_, i) => ({ path: 'a.ts', line: i + 1, column: 1, text: `match ${i}` }));
const FOUND = { pattern: 'match', matches: MATCHES, match_count: 900, truncated: false };

test('what is kept is the text with all of the output', async () => {
  const content = numbered(3000);
  expect((await fitted(answer(read, { content }), 4096)).texts).toEqual([content]);
  expect((await fitted(answer(read, { content, truncated: true, bytes: 9 }), 4096)).texts).toEqual([content]);
  const streams = { stdout: content, stderr: 'oh\n' };
  const both = answer(bash, { ...streams, exit_code: 0 });
  expect((await fitted(both, 4096)).texts).toEqual([outputText(both)]);
  const failed = answer(bash, { error: { code: 'nonzero_exit', message: 'ended' }, ...streams }, { failed: true });
  expect((await fitted(failed, 4096)).texts).toEqual([`${content}[stderr]\noh\n[nonzero_exit: ended]`]);
  const [kept] = (await fitted(answer(grep, FOUND), 4096)).texts;
  expect(kept?.split('\n')).toHaveLength(900);
  expect(kept).toContain('match 899');
  const refused = answer(grep, { error: { code: 'rg_error', message: 'no '.repeat(3000) } }, { failed: true });
  expect((await fitted(refused, 4096)).texts).toEqual([outputText(refused)]);
});

test('what a question has cut already is kept already: the raw text, or not at all', async () => {
  const body = { content: numbered(3000) };
  const pruning = { attempted: true, applied: true, fallback: false, raw_bytes: 55_555 };
  const kept = await fitted(answer(read, body, { pruning: { ...pruning, artifact_ref: 'ax://read/9' } }), 4096);
  expect(kept.texts).toEqual([]);
  expect(kept.link).toMatchObject({ uri: 'ax://read/9', size: 55_555 });
  expect(kept.shaped?.artifact).toBe('ax://read/9');
  const lost = await fitted(answer(read, body, { pruning: { ...pruning, artifact_error: 'failed' } }), 4096);
  expect([lost.texts, lost.link]).toEqual([[], undefined]);
  expect(lost.facts['shaped']).toMatchObject({ artifact_error: 'failed' });
});

test('gaps are numbered, but not in what a question has left', async () => {
  const body = { content: numbered(3000) };
  expect((await fitted(answer(read, body), 4096)).text).toMatch(/^\(filtered \d+ lines: \d+-\d+\)$/m);
  const pruning = { attempted: true, applied: true, fallback: false, raw_bytes: 5 };
  expect((await fitted(answer(read, body, { pruning }), 4096)).text).toMatch(/^\(filtered \d+ lines\)$/m);
});

test.each([
  ['a stdout that ends its last line', 'out 1\nout 2\n', 4],
  ['one that does not', 'out 1\nout 2', 4],
  ['one of another system', 'out 1\r\nout 2\r\n', 4],
  ['one that is an empty line', '\n', 3],
  ['one that ends with an empty line', 'out\n\n', 4],
  ['a progress bar', '10 %\r50 %\r100 %\n', 5],
  ['one that is no more than begun', 'out', 3],
  ['none', '', 2],
])('a gap of stderr has its line numbers in the whole, beside %s', async (_, stdout, first) => {
  const { text, texts } = await fitted(answer(bash, { stdout, stderr: numbered(3000, 'err'), exit_code: 0 }), 4096);
  const [, from] = /\(filtered \d+ lines: (\d+)-/.exec(text) ?? [];
  const before = /(err \d+)\n\(filtered/.exec(text)?.[1];
  expect(texts[0]?.split(/\r\n|\r|\n/)[first - 1]).toBe('err 1');
  expect(texts[0]?.split(/\r\n|\r|\n/)[Number(from) - 2]).toBe(before);
});

test('a gap of stdout has its line numbers in the whole', async () => {
  const body = { stdout: numbered(3000, 'out'), stderr: numbered(3000, 'err'), exit_code: 0 };
  const [, last, from] =
    /out (\d+)\n\(filtered \d+ lines: (\d+)-/.exec((await fitted(answer(bash, body), 4096)).text) ?? [];
  expect(Number(from)).toBe(Number(last) + 1);
});

test('a stdout that is not there counts as none', async () => {
  const error = { code: 'spawn_error', message: 'no shell' };
  const { text } = await fitted(answer(bash, { error, stderr: numbered(3000, 'err') }, { failed: true }), 4096);
  const [, last, from] = /err (\d+)\n\(filtered \d+ lines: (\d+)-/.exec(text) ?? [];
  expect(Number(from)).toBe(Number(last) + 2);
});

test.each([
  ['stdout', 'stderr'],
  ['stderr', 'stdout'],
])('%s that is short is whole, and leaves its room to %s', async (short, long) => {
  for (const structured of [true, false]) {
    const body = { [short]: numbered(12, 'short'), [long]: numbered(3000, 'long'), exit_code: 0 };
    const { text, lines, result } = await fitted(answer(bash, body), 4096, { structured });
    expect(text).toContain('short 12');
    expect(text).toContain('long 3000');
    const shown = lines.filter((line) => /^(short|long) /.test(line)).length;
    expect(lines[0]).toContain(`[cut to ${shown} of 3012 lines;`);
    expect(bytesOf(result)).toBeLessThanOrEqual(4096);
    expect(bytesOf(result)).toBeGreaterThan(4096 * 0.9);
  }
});

test('two long streams share the room evenly', async () => {
  const body = { stdout: numbered(3000, 'out'), stderr: numbered(3000, 'err'), exit_code: 0 };
  const { lines } = await fitted(answer(bash, body), 8192);
  const [out, err] = ['out ', 'err '].map((name) => lines.filter((line) => line.startsWith(name)).length);
  expect(Math.abs((out as number) - (err as number))).toBeLessThanOrEqual(4);
});

test('of matches are counted those that are shown, whatever stands beside them', async () => {
  for (const structured of [true, false]) {
    const context = MATCHES.slice(0, 100).map(({ path, line }) => ({ path, line: line + 1000, text: 'near' }));
    const { lines, facts, result } = await fitted(answer(grep, { ...FOUND, context }), 8192, { structured });
    const shown = lines.filter((line) => /^\d+:1:match /.test(line)).length;
    expect(lines[0]).toContain(`[cut to ${shown} of 900 matches;`);
    if (structured) expect(facts['matches']).toHaveLength(shown);
    expect(bytesOf(result)).toBeLessThanOrEqual(8192);
    expect(bytesOf(result)).toBeGreaterThan(8192 * 0.9);
  }
});

test('lines beside matches are not counted where there are more of them than matches', async () => {
  const context = MATCHES.map(({ path, line }) => ({ path, line: line + 1000, text: 'near' }));
  const { lines } = await fitted(answer(grep, { ...FOUND, matches: MATCHES.slice(0, 50), context }), 8192);
  expect(lines[0]).toMatch(/^\[cut to \d+ of 50 matches;/);
});

const uneven = Array.from({ length: 400 }, (_, i) => `${'"\\漢x'.repeat((i * 37) % 41)}\n`).join('');
/** The first matches are in one file. After them, every two are in a separate file with a long path. */
const APART = MATCHES.map((match, i) => ({
  ...match,
  path: i < 30 ? 'a.ts' : `src/${'deep/'.repeat(20)}${i >> 1}.ts`,
}));

test.each([
  ['a text', answer(read, { content: uneven })],
  ['two streams', answer(bash, { stdout: uneven, stderr: numbered(400), exit_code: 0 })],
  ['matches far apart', answer(grep, { ...FOUND, matches: APART })],
  ['matches and what is beside them', answer(grep, { ...FOUND, matches: APART, context: MATCHES })],
])('no result is larger than its budget: %s', async (_, given) => {
  for (const structured of [true, false]) {
    for (let maxBytes = 1024; maxBytes < 12_000; maxBytes += 137) {
      const { result, shaped } = await fitted(given, maxBytes, { structured });
      expect(bytesOf(result)).toBeLessThanOrEqual(maxBytes);
      expect(shaped?.after).toBe(bytesOf(result));
    }
  }
});

test('no field is there that was not', async () => {
  const { facts } = await fitted(answer(grep, FOUND), 4096, { structured: true });
  expect(facts).not.toHaveProperty('context');
});

test('a fact of two hundred characters is whole, and of a longer one its beginning', async () => {
  const [fits, over] = ['x'.repeat(200), 'y'.repeat(201)];
  const body = { fits, over, stdout: numbered(9000), stderr: '', timed_out: false, none: null, exit_code: 0 };
  const { facts } = await fitted(answer(bash, body), 20_000);
  expect(facts).toMatchObject({ fits, over: `${'y'.repeat(199)}…`, timed_out: false, none: null, exit_code: 0 });
});

test('five items of a list are shown, and each is cut as well', async () => {
  const list = Array.from({ length: 6 }, (_, i) => `${i}${'x'.repeat(300)}`);
  const { facts } = await fitted(answer(bash, { list, stdout: numbered(9000), stderr: '' }), 20_000);
  expect(facts['list']).toEqual(list.slice(0, 5).map((item) => `${item.slice(0, 199)}…`));
});

test('the words of an error are cut, its code is not', async () => {
  const code = 'a_code_that_is_longer_than_what_any_other_fact_may_be_in_a_small_budget';
  const error = { code, message: 'm'.repeat(5000), exit_code: 3 };
  const { facts } = await fitted(answer(bash, { error, stdout: numbered(900) }, { failed: true }), 1024);
  expect(facts['error']).toEqual({ code, message: expect.stringMatching(/^m+…$/), exit_code: 3 });
});

test('facts are halved until they leave a seventh of the budget, down to twelve characters', async () => {
  const facts = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}`, 'x'.repeat(400)]));
  const lengthAt = async (maxBytes: number) => {
    const fit = await fitted(answer(bash, { ...facts, stdout: numbered(9000), stderr: '' }), maxBytes);
    return String(fit.facts['f0']).length;
  };
  expect(await lengthAt(3200)).toBe(200);
  expect(await lengthAt(3000)).toBe(100);
  expect(await lengthAt(2000)).toBe(100);
  expect(await lengthAt(1900)).toBe(50);
  expect(await lengthAt(1300)).toBe(25);
  expect(await lengthAt(1040)).toBe(12);
  // Nothing more can be cut.
  expect(await lengthAt(600)).toBe(12);
});
