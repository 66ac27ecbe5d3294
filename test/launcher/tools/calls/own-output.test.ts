import { expect, test } from 'vitest';
import { type OwnOutputOptions, ownOutput } from '../../../../launcher/tools/calls/own-output.ts';
import { type CallToolResult, toAnswer } from '../../../../launcher/tools/calls/tool-result.ts';
import { loadTools } from '../../../../launcher/tools/catalog.ts';
import type { AnyTool } from '../../../../launcher/tools/definition.ts';
import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import type { PruneDetails, PruneOutcome, PruneRequest, Pruner } from '../../../../src/engine/pruner.ts';
import type { ShortenOptions } from '../../../../src/shorten/options.ts';
import type { PruningMetadata } from '../../../../src/shorten/pruning-metadata.ts';
import { skipped } from '../../../../src/shorten/pruning-metadata.ts';
import { shorten } from '../../../../src/shorten/shorten.ts';

const [read, bash, grep] = (await loadTools()) as readonly [AnyTool, AnyTool, AnyTool];

type Raw = Pick<OwnOutputOptions, 'answer'> & Partial<Pick<OwnOutputOptions, 'prunable' | 'log'>>;

interface Given {
  /** The pruner's answer. Default: no pruner. */
  readonly answer?: (request: PruneRequest) => PruneOutcome;
  readonly options?: Partial<ShortenOptions> & { readonly maxResponseBytes?: number };
  readonly structured?: boolean;
  readonly question?: string | undefined;
  readonly signal?: AbortSignal;
}

interface Made {
  readonly result: CallToolResult;
  readonly pruning: PruningMetadata;
  readonly asked: readonly PruneRequest[];
  /** True if the caller was told that the pruner is about to run. */
  readonly isTold: boolean;
  readonly kept: readonly string[];
  readonly text: string;
}

/** Shortens an output. Returns the result, the requests to the pruner, and the stored texts. */
async function shortened(raw: Raw, given: Given = {}): Promise<Made> {
  const { answer, options: { maxResponseBytes, ...options } = {}, structured = false } = given;
  const wanted = { question: 'question' in given ? given.question : 'why?' };
  const [asked, kept]: [PruneRequest[], string[]] = [[], []];
  let told = 0;
  const store = createMemoryArtifactStore();
  const put: typeof store.put = (artifact) => {
    kept.push(String(artifact.body));
    return store.put(artifact);
  };
  const prune: Pruner['prune'] = async (request, { signal } = {}) => {
    asked.push(request);
    const outcome = answer?.(request);
    signal?.throwIfAborted();
    return outcome ?? { ok: false, code: 'timeout', message: 'late' };
  };
  const chosen = answer && { pruner: { prune }, endpoint: 'test' };
  const log = raw.log ?? (() => {});
  const output = ownOutput({ prunable: undefined, ...raw, client: { structured }, maxResponseBytes, wanted, log });
  const { result, pruning } = await shorten(
    output,
    wanted,
    { prune: { chosen, maxInputBytes: 1 << 20, now: () => 0 }, artifacts: { put }, ...options },
    { signal: given.signal ?? new AbortController().signal, log, stages: { onPruning: () => told++ } },
  );
  expect(told).toBeLessThan(2);
  const { text } = result.content[0] as unknown as { readonly text: string };
  return { result, pruning, asked, isTold: told === 1, kept, text };
}

const ran = (stdout: string, stderr = ''): Raw => ({
  answer: toAnswer(bash, { ok: true, result: { stdout, stderr, exit_code: 0 }, prunable: undefined as never }),
});
const failed = (stdout?: string, stderr?: string): Raw => ({
  answer: {
    ...{ tool: bash, failed: true },
    body: { tool: 'bash', error: { code: 'nonzero_exit', message: 'ended' }, stdout, stderr },
  },
});
const readText = (text: string, firstLine?: number): Raw => ({
  answer: { tool: read, failed: false, body: { tool: 'read', content: text } },
  prunable: { text, firstLine, apply: (content) => ({ tool: 'read', content }) },
});

/** An answer like the embedded engine's: the first line, with details about the whole text. */
const firstLine = ({ text }: PruneRequest, score = 1): PruneOutcome => {
  const shown = text.split('\n')[0] as string;
  return { ok: true, text: shown, engine: 'embedded', details: { kind: 'log', score } as PruneDetails };
};
const whole = ({ text }: PruneRequest, score = 1): PruneOutcome => ({
  ...{ ok: true, text, engine: 'embedded', details: { kind: 'log', score } as PruneDetails },
});
const lost = (): PruneOutcome => ({ ok: false, code: 'timeout', message: 'late' });

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${name} ${i}\n`).join('');

test.each([
  ['499 characters beside more', 499, 600, [600]],
  ['500 characters beside more', 500, 600, [500, 600]],
  ['a stderr of 499 characters', 600, 499, [600]],
  ['the shorter of two that are short', 100, 90, [100]],
  ['two that are as short', 90, 90, [90, 90]],
])('the pruner is asked about what there is to prune: %s', async (_, stdout, stderr, wanted) => {
  const { asked } = await shortened(ran('x'.repeat(stdout), 'y'.repeat(stderr)), { answer: whole });
  expect(asked.map(({ text }) => text.length)).toEqual(wanted);
});

test('both streams are pruned, each with the number of its first line in the whole, which is kept once', async () => {
  const given = ran(lines('out', 100), lines('err', 100));
  const { asked, kept, text, pruning, isTold } = await shortened(given, { answer: firstLine });
  expect(asked).toMatchObject([
    { question: 'why?', firstLine: 1, failed: false, markers: 'ranges' },
    { question: 'why?', firstLine: 102, failed: false, markers: 'ranges' },
  ]);
  expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([undefined, undefined]);
  expect(text).toMatch(/^out 0\n\[stderr\]\nerr 0\n\[exit code 0\]\n\[all of it: artifact ref="ax:[^"]+"\]$/);
  expect(kept).toEqual([`${lines('out', 100)}[stderr]\n${lines('err', 100).trimEnd()}\n[exit code 0]`]);
  expect(pruning).toMatchObject({ attempted: true, applied: true, raw_bytes: 1380, pruned_bytes: 10 });
  expect(pruning).toHaveProperty('artifact_ref');
  expect(isTold).toBe(true);
});

test.each([
  ['a text', readText(lines('line', 100))],
  ['the streams of a command', ran(lines('out', 100), lines('err', 100))],
])('a cancellation ends the pruning of %s, and the log names the tool', async (_, given) => {
  const cancel = new AbortController();
  const told: unknown[] = [];
  const cancelled = shortened(
    { ...given, log: (_level, _event, data) => void told.push(data) },
    {
      signal: cancel.signal,
      answer: () => {
        cancel.abort(new Error('cancelled'));
        return whole({ text: '', question: '' });
      },
    },
  );
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(told).toMatchObject([{ tool: given.answer.tool.name }]);
});

test('the lines of a progress bar are counted one by one, as those of the artifact are', async () => {
  const { asked } = await shortened(ran(`${'10 %\r'.repeat(200)}done\n\n`, lines('err', 200)), { answer: whole });
  expect(asked.map(({ firstLine }) => firstLine)).toEqual([1, 204]);
});

test('beside an answer, what has nothing to do with the question is cut to its errors and its end', async () => {
  const answer = (request: PruneRequest): PruneOutcome => {
    if (request.text.startsWith('out')) return firstLine(request);
    return request.maxTokens === undefined ? whole(request, 0) : firstLine(request, 0);
  };
  const { asked, text } = await shortened(ran(lines('out', 100), lines('err', 100)), { answer });
  expect(asked).toHaveLength(3);
  expect(asked[2]).toMatchObject({ failed: true, maxTokens: 400, firstLine: 102 });
  expect(text).toMatch(/^out 0\n\[stderr\]\nerr 0\n/);
});

test('where nothing was answered, what has nothing to do with the question stays whole, and nothing is kept', async () => {
  const given = ran(lines('out', 100), lines('err', 100));
  const { asked, text, kept, pruning } = await shortened(given, { answer: (request) => whole(request, 0) });
  expect([asked.length, kept]).toEqual([2, []]);
  expect(text).toContain('err 99');
  expect(pruning).not.toHaveProperty('artifact_ref');
});

test('what a failed command printed is pruned as such', async () => {
  const { asked, text, result } = await shortened(failed(lines('out', 100)), { answer: firstLine });
  expect(asked).toMatchObject([{ failed: true }]);
  expect(text).toMatch(/^out 0\n\[nonzero_exit: ended\]\n/);
  expect(result.isError).toBe(true);
});

test('a stream that could not be pruned is shown whole, beside one that was', async () => {
  const answer = (request: PruneRequest) => (request.text.startsWith('out') ? lost() : firstLine(request));
  const { text, isTold, pruning } = await shortened(ran(lines('out', 100), lines('err', 100)), { answer });
  expect(text).toContain('out 99\n[stderr]\nerr 0\n[exit');
  expect(pruning).toMatchObject({ applied: true });
  expect(isTold).toBe(true);
});

test('where the pruner fails all is shown, and that it failed', async () => {
  const { text, isTold, pruning, kept } = await shortened(ran(lines('out', 100)), { answer: lost });
  expect(text).toBe(`${lines('out', 100)}[exit code 0]`);
  expect(isTold).toBe(true);
  expect(pruning).toMatchObject({ attempted: true, applied: false, fallback: true, reason: 'pruner_error' });
  expect(kept).toEqual([]);
});

test.each([
  ['nothing was printed', ran(''), {}, skipped('output_empty', 0)],
  ['nothing was printed or asked', ran(''), { question: undefined }, skipped('no_focus_question', 0)],
  ['nothing was asked', ran('out'), { question: undefined }, skipped('no_focus_question', 3)],
  ['no pruner is there', ran('out'), { answer: undefined }, skipped('disabled_or_unconfigured', 3)],
  ['no pruner is there for nothing', ran(''), { answer: undefined }, skipped('disabled_or_unconfigured', 0)],
])('nobody is asked where %s', async (_, given, more, wanted) => {
  const { asked, pruning, isTold } = await shortened(given, { answer: whole, ...more } as Given);
  expect([asked, pruning, isTold]).toEqual([[], wanted, false]);
});

test('streams share the bytes of a response, and where one takes more it is asked for less', async () => {
  const long = ({ text, maxTokens }: PruneRequest): PruneOutcome => {
    return { ok: true, text: text.slice(0, maxTokens === undefined ? 901 : 10), engine: 'embedded' };
  };
  const given = ran(lines('out', 300), lines('err', 300));
  const { asked } = await shortened(given, { answer: long, options: { maxResponseBytes: 1801 } });
  expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([undefined, undefined]);
  const less = await shortened(given, { answer: long, options: { maxResponseBytes: 1799 } });
  expect(less.asked.map(({ maxTokens }) => maxTokens)).toEqual([undefined, 200, undefined, 200]);
});

test.each([
  ['text', false, 901, undefined],
  ['text', false, 900, 200],
  ['structured content, where all stands twice', true, 1802, undefined],
  ['structured content, where all stands twice', true, 1800, 200],
])('a text is asked for what fits into %s (%s, %i bytes)', async (_, structured, maxResponseBytes, wanted) => {
  const answer = ({ text }: PruneRequest): PruneOutcome => ({ ok: true, text: text.slice(0, 901), engine: 'embedded' });
  const options = { maxResponseBytes };
  const { asked } = await shortened(readText(lines('line', 300)), { answer, structured, options });
  expect(asked.at(-1)?.maxTokens).toBe(wanted);
});

test('a text of which something was left out is kept raw, and its notice names its first line', async () => {
  const content = lines('line', 100);
  const { asked, kept, text, isTold } = await shortened(readText(content, 11), { answer: firstLine });
  expect([asked.length, kept]).toEqual([1, [content]]);
  expect(asked[0]).toMatchObject({ text: content, firstLine: 11 });
  expect(text).toMatch(/^line 0\n\[all of it: artifact ref="[^"]+" \(its line 1 is line 11\)\]$/);
  expect(isTold).toBe(true);
  expect((await shortened(readText(content), { answer: whole })).kept).toEqual([]);
});

test('a text of which the pruner failed stays unchanged, and says so in the log', async () => {
  const { text, isTold, kept } = await shortened(readText('one\ntwo\n'), { answer: lost });
  expect([text, kept]).toEqual(['one\ntwo\n', []]);
  expect(isTold).toBe(true);
});

test('what a remote pruner saves little of is applied to the letter in structured content alone', async () => {
  const answer = (): PruneOutcome => ({ ok: true, text: 'one\n', engine: 'remote' });
  expect((await shortened(readText('one\ntwo\n'), { answer, structured: true })).text).toMatch(/^one\n+\[all of it/);
  expect((await shortened(readText('one\ntwo\n'), { answer })).text).toBe('one\ntwo\n');
});

test.each([
  ['what it printed', failed('four', 'and more'), 4],
  ['what it complained of, where it printed nothing', failed('', 'and more'), 8],
  ['nothing', failed(), 0],
])('of a failed command structured content has all: %s', async (_, given, bytes) => {
  const { result } = await shortened(given, { answer: firstLine, structured: true });
  const reason = bytes === 0 ? 'output_empty' : 'tool_error';
  expect(result.structuredContent).toEqual({ ...given.answer.body, pruning: skipped(reason, bytes) });
  const unasked = await shortened(given, { structured: true, question: undefined });
  expect(unasked.result.structuredContent).toMatchObject({ pruning: skipped('no_focus_question', bytes) });
});

test('the text of a failed command was whole beside structured content: it is what the question asks for', async () => {
  const given = failed(lines('out', 100), lines('err', 100));
  const { result, text, kept } = await shortened(given, { answer: firstLine, structured: true });
  expect(text).toMatch(/^out 0\n\[stderr\]\nerr 0\n\[nonzero_exit: ended\]\n\[all of it: artifact ref="ax:[^"]+"\]$/);
  const { pruning, ...body } = result.structuredContent as { pruning: PruningMetadata };
  expect(body).toEqual(given.answer.body);
  expect(pruning).toEqual({ ...skipped('tool_error', 690), artifact_ref: expect.stringMatching(/^ax:/) });
  expect(kept).toHaveLength(1);
  const beside = await shortened(given, { answer: lost, structured: true });
  expect(beside.text.split('\n')).toHaveLength(202);
});

test('an output of more than 10 KB that a command printed is kept, whatever was asked', async () => {
  const status = '\n[exit code 0]'.length;
  const fits = 'x'.repeat(10_240 - status);
  expect((await shortened(ran(fits), { question: undefined })).kept).toEqual([]);
  const { kept, text } = await shortened(ran(`${fits}x`), { question: undefined });
  expect(kept).toEqual([`${fits}x\n[exit code 0]`]);
  expect(text).toMatch(/\n\[all of it: artifact ref="ax:[^"]+"\]$/);
  const pruned = await shortened(ran(lines('out', 3000)), { answer: firstLine });
  expect(pruned.kept).toHaveLength(1);
});

test('another large output is kept where a question was not applied to it', async () => {
  const content = 'x'.repeat(10_241);
  const options = { prune: { chosen: undefined, maxInputBytes: 1, now: () => 0 } };
  expect((await shortened(readText(content), { options })).kept).toEqual([content]);
  expect((await shortened(readText(content.slice(1)), { options })).kept).toEqual([]);
  expect((await shortened(readText(content), { options, question: undefined })).kept).toEqual([]);
  expect((await shortened(readText(content), { answer: whole })).kept).toEqual([]);
});

test.each([read, grep])('a failure without any output is answered, asked or not', async (tool) => {
  const error = { code: 'invalid_path', message: 'read "gone"' };
  const { text, kept } = await shortened({ answer: { tool, failed: true, body: { tool: tool.name, error } } });
  expect([text, kept]).toEqual(['[invalid_path: read "gone"]', []]);
});

test('what could not be kept is not kept a second time', async () => {
  let puts = 0;
  const put = () => {
    puts++;
    return Promise.reject(new ArtifactError('failed', 'full'));
  };
  const options = { artifacts: { ...createMemoryArtifactStore(), put } };
  const { pruning } = await shortened(ran(lines('out', 3000)), { answer: firstLine, options });
  expect([puts, pruning.artifact_error]).toEqual([1, 'failed']);
});

test('matches are kept line by line, each with its path', async () => {
  const matches = Array.from({ length: 900 }, (_, i) => ({ path: 'a.ts', line: i, column: 1, text: 'match' }));
  const answer = { tool: grep, failed: false, body: { tool: 'grep', matches, match_count: 900 } };
  const { kept } = await shortened({ answer });
  expect(kept[0]?.split('\n').every((line) => /^a\.ts:\d+:1:match$/.test(line))).toBe(true);
  expect(kept[0]?.split('\n')).toHaveLength(900);
});

test('in shadow mode the session is asked for its context before anybody can give it this output', async () => {
  let isAsked = false;
  const context = async () => {
    isAsked = true;
    return undefined;
  };
  const prune = { chosen: { pruner: { prune: async () => lost() }, endpoint: 'test' }, maxInputBytes: 1 << 20 };
  const given = { ...readText(lines('line', 100)), client: { structured: true }, maxResponseBytes: undefined };
  const wanted = { question: 'why?' };
  const log = () => {};
  const { account } = await shorten(
    ownOutput({ prunable: undefined, ...given, wanted, log }),
    wanted,
    { prune: { ...prune, session: { context }, now: () => 0 }, shadow: true },
    { signal: new AbortController().signal, log },
  );
  expect(isAsked).toBe(false);
  account();
  expect(isAsked).toBe(true);
});
