import { expect, test } from 'vitest';
import { type ServerAnswer, serverOutput } from '../../../../launcher/gateway/calls/server-output.ts';
import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import type { ArtifactStore } from '../../../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import type { AnyToolResult } from '../../../../src/fit/result/any-tool-result.ts';
import type { PruneStage, ShownCall } from '../../../../src/shorten/options.ts';
import { shorten } from '../../../../src/shorten/shorten.ts';

const MARK = '(filtered 9 lines: 2-10)\n';

interface More {
  readonly question?: string | undefined;
  readonly prune?: PruneStage;
  readonly artifacts?: Pick<ArtifactStore, 'put'> | undefined;
  /** Max bytes of a result. Default: no limit. */
  readonly maxBytes?: number;
}

/** Prunes results with `answer`, which returns the text, or undefined if the pruner fails. */
function pruning(answer: (text: string, request: PruneRequest) => string | undefined, more: More = {}) {
  const [asked, kept]: [PruneRequest[], string[]] = [[], []];
  const store = createMemoryArtifactStore();
  const put: typeof store.put = (artifact) => {
    kept.push(String(artifact.body));
    return store.put(artifact);
  };
  let time = 0;
  const prune: PruneStage = {
    chosen: {
      pruner: {
        async prune(request) {
          asked.push(request);
          const text = answer(request.text, request);
          if (text === undefined) return { ok: false, code: 'timeout', message: 'late' };
          return { ok: true, text, engine: 'embedded' };
        },
      },
      endpoint: 'embedded',
    },
    maxInputBytes: 10_000,
    now: () => {
      time += 5;
      return time;
    },
  };
  const wanted = { question: 'question' in more ? more.question : 'which line?' };
  const options = { prune, artifacts: { put }, ...more };
  const tool = { name: 'answer', inputSchema: {} };
  const shape = more.maxBytes !== undefined;
  const offered = { name: 'mcp_s_answer', server: 's', tool, shape, focused: undefined };
  const log = () => {};
  const run = async (answered: AnyToolResult) => {
    const given: ServerAnswer = {
      ...{ offered, answer: answered, wanted, structured: true, maxResponseBytes: more.maxBytes, log },
    };
    const output = serverOutput(given);
    const signal = new AbortController().signal;
    const { result, pruning: told } = await shorten(output, wanted, options, { signal, log });
    const { _meta, ...rest } = result;
    return { result: rest, pruning: told, kept };
  };
  return { asked, run };
}

const text = (value: string) => ({ type: 'text', text: value });
const LONG = Array.from({ length: 30 }, (_, i) => `line ${i + 1} of the text`).join('\n');
const shorter = (): string => `line 1 of the text\n${MARK}`;
const shownOf = ({ content }: Pick<AnyToolResult, 'content'>): readonly unknown[] =>
  content.map((block) => block['text']);

test('a text that is pruned is shown with where all of it is', async () => {
  const { run } = pruning(shorter);
  const { result, pruning: told, kept } = await run({ content: [text(LONG)] });
  expect([kept, told.artifact_ref]).toEqual([[LONG], expect.stringMatching(/^ax:/)]);
  expect(shownOf(result)).toEqual([`${shorter()}\n[all of it: artifact ref="${told.artifact_ref}"]`]);
  expect(told).toMatchObject({ applied: true, raw_bytes: LONG.length, pruned_bytes: shorter().length });
});

test('a pruner that kept everything leaves the result as it is, and nothing is kept aside', async () => {
  const { run } = pruning((given) => given);
  const given = { content: [text(LONG)] };
  const { result, kept } = await run(given);
  expect([shownOf(result), kept.length]).toEqual([[LONG], 0]);
});

test('a text that was left out whole is shown whole', async () => {
  for (const nothing of ['(filtered 30 lines: 1-30)', '(filtered 30 lines: 1-30)\n']) {
    const { result, pruning: told } = await pruning(() => nothing).run({ content: [text(LONG)] });
    expect([shownOf(result), told.applied, told.fallback]).toEqual([[LONG], false, true]);
  }
  const { result } = await pruning(() => `a\n(filtered 29 lines: 2-30)`).run({ content: [text(LONG)] });
  expect(shownOf(result)[0]).toMatch(/^a\n/);
});

test('what could not be kept aside is told, and so is that nothing is kept', async () => {
  const broken = { put: () => Promise.reject(new ArtifactError('too_large', 'no')) };
  const { result, kept, pruning: told } = await pruning(shorter, { artifacts: broken }).run({ content: [text(LONG)] });
  expect(kept).toEqual([]);
  expect(told).toMatchObject({ applied: false, reason: 'not_stored', artifact_error: 'too_large' });
  expect(shownOf(result)[0]).toBe(LONG);
  const nowhere = await pruning(shorter, { artifacts: undefined }).run({ content: [text(LONG)] });
  expect([nowhere.kept.length, shownOf(nowhere.result)]).toEqual([0, [shorter()]]);
});

test('an error is pruned as what was said before a failure, and stays one', async () => {
  const { run, asked } = pruning(shorter);
  const { result, pruning: told } = await run({ content: [text(LONG)], isError: true });
  expect([asked[0]?.failed, result.isError, told.applied]).toEqual([true, true, true]);
  const { run: runSound, asked: askedSound } = pruning(shorter);
  await runSound({ content: [text(LONG)] });
  expect(askedSound[0]?.failed).toBe(false);
});

test('an error without a question is handed on', async () => {
  const { run, asked } = pruning(shorter, { question: undefined });
  const given = { content: [text(LONG), text('é')], isError: true };
  const { result, pruning: told, kept } = await run(given);
  expect([result, kept.length, asked.length]).toEqual([given, 0, 0]);
  expect(told).toMatchObject({
    reason: 'no_focus_question',
    applied: false,
    attempted: false,
    raw_bytes: LONG.length + 2,
  });
});

test.each([
  [{ question: undefined }, 'no_focus_question'],
  [{ prune: { chosen: undefined, maxInputBytes: 1, now: () => 0 } }, 'disabled_or_unconfigured'],
  [{}, 'output_empty'],
] as const)('a result without a text says why nothing was pruned: %j', async (more, reason) => {
  const { result, pruning: told } = await pruning(shorter, more).run({ content: [{ type: 'image', data: '' }] });
  expect(told).toMatchObject({ reason, raw_bytes: 0, applied: false });
  expect(result.content).toHaveLength(1);
});

test('without a question nothing is asked of a pruner', async () => {
  const { run, asked } = pruning(shorter, { question: undefined });
  const given = { content: [text(JSON.stringify({ file: LONG }))] };
  const { result, pruning: told } = await run(given);
  expect([result, asked.length, told.reason]).toEqual([given, 0, 'no_focus_question']);
  expect(told.raw_bytes).toBe(JSON.stringify({ file: LONG }).length);
});

test('a text within JSON is pruned in its place, which is named', async () => {
  const { run, asked } = pruning(shorter);
  const { result, pruning: told } = await run({ content: [text(JSON.stringify({ n: 1, file: LONG }))] });
  expect(told.raw_bytes).toBe(LONG.length);
  expect(asked.map((request) => request.text)).toEqual([LONG]);
  const [json, all, place] = String(shownOf(result)[0]).split('\n');
  expect(JSON.parse(json ?? '')).toEqual({ n: 1, file: shorter() });
  expect([all, place]).toEqual([expect.stringMatching(/^\[all of it: /), '[the lines are those of $.file]']);
});

test('a text within JSON that is kept whole has no notice', async () => {
  const given = { content: [text(JSON.stringify({ file: LONG }))] };
  expect((await pruning((whole) => whole).run(given)).result.content).toEqual(given.content);
});

test.each([
  ['alone', {}, [text(LONG)], Math.floor(Math.ceil(100 * 0.85) / 4.5)],
  ['beside structured content', { structuredContent: {} }, [text(LONG)], Math.floor(Math.ceil(100 * 0.65) / 4.5)],
  ['one of two', {}, [text(LONG), text('x')], Math.floor(Math.ceil((100 * 0.85) / 2) / 4.5)],
  ['within JSON', {}, [text(JSON.stringify({ file: LONG }))], Math.floor(Math.ceil(100 * 0.85 * 0.75) / 4.5)],
] as const)('a text %s has its share of the budget', async (_, more, content, maxTokens) => {
  const { run, asked } = pruning((given, { maxTokens: max }) => (max === undefined ? given.slice(0, -1) : 'few'), {
    maxBytes: 100,
  });
  await run({ content: [...content], ...more });
  expect(asked[0]?.maxTokens).toBeUndefined();
  expect(asked[1]?.maxTokens).toBe(maxTokens);
});

test('of several texts the sums are told, and what happened to any', async () => {
  const other = LONG.replaceAll('line', 'LINE');
  const { run } = pruning((given) => (given === 'as it is' ? given : given === other ? undefined : shorter()));
  const content = [text(other), text('as it is'), text(LONG), text('')];
  const { result, pruning: told, kept } = await run({ content });
  expect(told).toMatchObject({
    ...{ attempted: true, applied: true, fallback: false },
    raw_bytes: other.length + 'as it is'.length + LONG.length,
    pruned_bytes: other.length + 'as it is'.length + shorter().length,
    pruner_duration_ms: 15,
  });
  expect(kept).toEqual([LONG]);
  expect(shownOf(result)).toEqual([other, 'as it is', expect.stringContaining(MARK), '']);
});

test('of several texts that no pruner could prune the failure is told, without a size that is none', async () => {
  const { run } = pruning(() => undefined);
  const given = { content: [text(''), text(LONG), text(LONG)] };
  const { result, pruning: told } = await run(given);
  expect(result).toEqual(given);
  expect(told).toMatchObject({ attempted: true, applied: false, raw_bytes: 2 * LONG.length, pruner_duration_ms: 10 });
  expect(told).not.toHaveProperty('pruned_bytes');
  const untried = await pruning(shorter, { prune: { chosen: undefined, maxInputBytes: 9, now: () => 0 } }).run(given);
  expect(untried.pruning).toEqual({
    ...{ attempted: false, applied: false, fallback: false, reason: 'disabled_or_unconfigured' },
    raw_bytes: 2 * LONG.length,
  });
});

test('one text has its own metadata', async () => {
  const { pruning: told } = await pruning(() => undefined).run({ content: [text(LONG)] });
  expect(told).toMatchObject({ reason: 'pruner_error', raw_bytes: LONG.length, pruner_duration_ms: 5 });
});

test('in shadow mode an ill-formed answer is shown as it came, and measured with what would be kept aside', async () => {
  const kept: unknown[] = [];
  let measured = (_call: ShownCall): void => {};
  const told = new Promise<ShownCall>((resolve) => {
    measured = resolve;
  });
  const options = {
    prune: { chosen: undefined, maxInputBytes: 1, now: () => 0 },
    artifacts: { put: (artifact: unknown) => Promise.reject(kept.push(artifact)) },
    record: (call: ShownCall) => measured(call),
    shadow: true,
  };
  const offered = { name: 't', server: 's', tool: { name: 't', inputSchema: {} }, shape: true, focused: undefined };
  const answer = { content: [text('bad \ud800')] };
  const wanted = { question: undefined };
  const output = serverOutput({
    offered,
    answer,
    wanted,
    structured: true,
    maxResponseBytes: undefined,
    log: () => {},
  });
  const side = { signal: AbortSignal.abort(new Error('the client is gone')), log: () => {} };
  const { result, account } = await shorten(output, wanted, options, side);
  expect([result, kept]).toEqual([answer, []]);
  account();
  const { raw, shown, shadow } = await told;
  expect({ raw, shadow }).toEqual({ raw: 'bad \ud800', shadow: true });
  expect(shown).toMatch(/^bad \ufffd\n\[\ufffd replaces invalid Unicode; the original as JSON: artifact ref="ax:/);
  expect(kept).toEqual([]);
});

test('an ill-formed answer is mended once its original is kept', async () => {
  const { run } = pruning(shorter, { question: undefined });
  const { result, kept } = await run({ content: [text('bad \ud800')] });
  expect(shownOf(result)).toEqual(['bad \ufffd', expect.stringContaining('the original as JSON: artifact ref="ax:')]);
  expect(kept).toEqual([JSON.stringify({ content: [text('bad \ud800')] })]);
});
