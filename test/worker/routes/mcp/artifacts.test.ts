import { expect, test } from 'vitest';
import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import type { ArtifactStore } from '../../../../src/artifacts/artifact-store.ts';
import { createApp } from '../../../../worker/app/app.ts';
import type { AppDeps } from '../../../../worker/app/app-deps.ts';
import type { TeamArtifacts } from '../../../../worker/artifacts/team-artifacts.ts';
import type { WorkerEvent } from '../../../../worker/http/events/worker-event.ts';
import { memoryTeams } from '../../artifacts/memory-teams.ts';
import { expectInvariants, type WireResult } from './invariants.ts';

const QUESTION = 'where is the retry delay computed';
/** Every third line answers, which is far more than fits. */
const LINES = Array.from({ length: 900 }, (_, i) =>
  i % 3 === 0 ? `const retryDelay${i} = computeRetryDelay(attempt, ${i});` : `export const setting${i} = 'value ${i}';`,
);
const TEXT = LINES.join('\n');

interface Answer {
  readonly result: WireResult;
  readonly error: { readonly code: number; readonly message: string };
}

function worker(deps: AppDeps = {}) {
  const events: WorkerEvent[] = [];
  const artifacts = memoryTeams();
  const loadTokenCounter = async () => (text: string) => Math.ceil(text.length / 4);
  const app = createApp({ artifacts, loadTokenCounter, log: (event) => events.push(event), ...deps });
  const ask = async (method: string, params?: object): Promise<Answer> => {
    const answer = await app.request('http://localhost:8000/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await answer.json()) as Answer;
  };
  const call = async (name: string, args: object): Promise<WireResult> => {
    const { result } = await ask('tools/call', { name, arguments: args });
    expectInvariants(result);
    return result;
  };
  const prune = (text: string, more: object = {}) =>
    call('prune_text', { text, context_focus_question: QUESTION, ...more });
  return { ask, call, prune, events, artifacts };
}

const of = (store: Partial<ArtifactStore>): TeamArtifacts => ({
  of: () => store as ArtifactStore,
  sweep: async () => {},
  usage: async () => [],
});

test('a text that fits comes back as ever, with a summary, and nothing is kept', async () => {
  const { prune, artifacts, events } = worker();
  const text = LINES.slice(0, 60).join('\n');
  const { structuredContent, content } = await prune(text, { max_tokens: 200 });
  expect(structuredContent).toMatchObject({ success: true, changed: true, text: content[0]?.text });
  expect(structuredContent['summary']).toMatch(/^Kept \d+ of 60 lines, \d+ of [\d,]+ tokens$/);
  expect(structuredContent).not.toHaveProperty('truncated');
  expect((await prune('one\ntwo')).structuredContent).toMatchObject({
    summary: 'All 2 lines: nothing was pruned',
    changed: false,
    kept_lines: [[1, 2]],
    kept_runs: 1,
  });
  expect(await artifacts.usage()).toEqual([]);
  expect(events.filter(({ event }) => event.startsWith('response.'))).toEqual([]);
});

test.each([
  ['what', null],
  [' ', 'query is blank, nothing was pruned'],
])('an empty text is answered too: %j', async (context_focus_question, note) => {
  const { structuredContent } = await worker().prune('', { context_focus_question });
  expect(structuredContent).toMatchObject({ text: '', changed: false, total_lines: 0, engine: null, note });
});

test('of more than ten runs of lines ten are listed, and the rest is said to be there', async () => {
  const { prune } = worker();
  const text = Array.from({ length: 200 }, (_, i) => (i % 10 === 5 ? `retryDelay${i}=${i}` : `THING_${i}=${i * 2}`));
  const { structuredContent } = await prune(text.join('\n'));
  const { kept_lines, kept_runs, ...body } = structuredContent;
  expect(kept_lines).toHaveLength(10);
  expect(kept_runs).toBeGreaterThan(10);
  const cut = { kept_lines: `10 of ${kept_runs}: 0-9; the markers in text show all` };
  expect(body).toMatchObject({ hasMore: true, cut });
});

test('a text that does not fit is kept first; what is shown are its own lines, and every gap can be filled', async () => {
  const { prune, call, ask, events, artifacts } = worker();
  const { structuredContent: body, content } = await prune(TEXT);
  const ref = String(body['artifactRef']);
  expect(ref).toMatch(/^ax:\/\/prune_text\/[0-9a-f]{32}$/);
  expect(body).toMatchObject({ truncated: true, originalBytes: TEXT.length, total_lines: 900, success: true });
  expect(await artifacts.usage()).toMatchObject([{ team: 'local', artifacts: 1, bytes: TEXT.length }]);

  const words = content[0]?.text?.split('\n') ?? [];
  expect(words[0]).toBe(words.at(-1));
  expect(words[0]).toMatch(/^\[Shown: \d+ of 900 lines; all of the text: artifact ref="ax:/);
  const text = String(body['text']);
  expect(words.slice(1, -1).join('\n')).toBe(text);
  expect(text.length).toBeGreaterThan(3_000);

  let next = 1;
  for (const line of text.split('\n')) {
    const gap = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/.exec(line);
    if (gap === null) {
      expect(line).toBe(LINES[next - 1]);
      next++;
      continue;
    }
    const [count, from, to] = gap.slice(1).map(Number) as [number, number, number];
    expect([from, to - from + 1]).toEqual([next, count]);
    if (count > 1 && next < 200) {
      const page = await call('artifact', { ref, start_line: from, end_line: Math.min(to, from + 50) });
      expect(String(page.structuredContent['content']).trimEnd().split('\n')).toEqual(
        LINES.slice(from - 1, Math.min(to, from + 50)),
      );
    }
    next = to + 1;
  }
  expect(next).toBe(901);

  const { result } = await ask('resources/read', { uri: ref });
  expect(result).toEqual({ contents: [{ uri: ref, mimeType: 'text/plain; charset=utf-8', text: TEXT }] });
  const shaped = events.filter(({ event }) => event.startsWith('response.'));
  expect(shaped).toEqual([
    {
      event: 'response.shaped',
      request_id: expect.any(String),
      team: 'local',
      tool: 'prune_text',
      bytes_before: expect.any(Number),
      bytes_after: expect.any(Number),
      artifact: ref,
    },
    expect.objectContaining({ event: 'response.large', level: 'warn', method: 'resources/read', team: 'local' }),
  ]);
  const { bytes_before = 0, bytes_after = 0 } = shaped[0] as { bytes_before?: number; bytes_after?: number };
  expect(bytes_before).toBeGreaterThan(10_240);
  expect(bytes_after).toBeLessThanOrEqual(10_240);
  expect(bytes_after).toBeGreaterThan(9_000);
  expect(JSON.stringify(events)).not.toContain('retryDelay');
});

test('lines of a file further down: the words tell which of its lines the first one is', async () => {
  const { prune, call } = worker();
  const { structuredContent: body } = await prune(TEXT, { first_line: 101 });
  expect(body['notice']).toMatch(/ \(its line 1 is line 101\)$/);
  const [, from = ''] = /lines: (\d+)-\d+\)/.exec(String(body['text'])) ?? [];
  const page = await call('artifact', {
    ref: body['artifactRef'],
    start_line: Number(from) - 100,
    end_line: Number(from) - 100,
  });
  expect(page.structuredContent['content']).toBe(`${LINES[Number(from) - 101]}\n`);
});

/** Returns lines that all differ, so that they do not fold. */
const each = (count: number, line: (name: string) => string): string =>
  Array.from({ length: count }, (_, i) => line([...i.toString(4)].map((digit) => 'abcd'[Number(digit)]).join(''))).join(
    '',
  );

test.each([
  ['one line without end', each(1_000, (name) => `retryDelay(${name}); ${'usual(a); '.repeat(name.length * 3)}`)],
  ['quotes, which take twice their bytes and more', `${'"\\"'.repeat(100)}\n`.repeat(200)],
  ['characters of four bytes', each(300, (name) => `retryDelay ${name} ${'🦊'.repeat(40)}\n`)],
  [
    'line breaks of every kind',
    each(3_000, (name) => `retryDelay(${name})\r\nretry ${name}\u2028delay\rretry\u000b${name}\n`),
  ],
  [
    'a flood of errors',
    each(1_000, (name) => `Error: retryDelay of ${name} failed\n    at ${name} (${name}.ts:1:1)\n`),
  ],
])('%s: within the budget, and all of it is kept', async (_, text) => {
  const { prune, ask } = worker();
  const { structuredContent } = await prune(text);
  const { result } = await ask('resources/read', { uri: structuredContent['artifactRef'] as string });
  expect(result).toMatchObject({ contents: [{ text }] });
});

test('no artifact is named to whoever cannot read it, nor is anything kept for them', async () => {
  const { prune, ask } = worker({ artifacts: undefined });
  const { structuredContent, content } = await prune(TEXT);
  expect(structuredContent).toMatchObject({ truncated: true, rest: 'not kept' });
  expect(structuredContent['notice']).toContain('the rest is not kept');
  expect(JSON.stringify([structuredContent, content])).not.toMatch(/ax:|artifact/);
  expect(String(structuredContent['text']).length).toBeGreaterThan(3_000);
  for (const method of ['resources/list', 'resources/templates/list', 'resources/read']) {
    expect((await ask(method, { uri: 'ax://a/b' })).error.code).toBe(-32601);
  }
  const { result } = await ask('tools/list');
  expect((result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(['prune_text']);
  const offer = (await ask('initialize', { protocolVersion: '2025-11-25' })).result as unknown as {
    capabilities: object;
    instructions: string;
  };
  expect(offer.capabilities).not.toHaveProperty('resources');
  expect(offer.instructions).not.toContain('artifact');
});

test('with artifacts, the tool, the resources and the words about them are offered', async () => {
  const { ask } = worker();
  const { result } = await ask('tools/list');
  const { tools } = result as unknown as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(['prune_text', 'artifact']);
  const offer = (await ask('initialize', { protocolVersion: '2025-11-25' })).result;
  expect(offer).toMatchObject({
    capabilities: { resources: {} },
    instructions: expect.stringContaining('artifactRef'),
  });
  expect((await ask('resources/list')).result).toEqual({ resources: [] });
  expect((await ask('resources/templates/list')).result).toMatchObject({
    resourceTemplates: [{ uriTemplate: 'ax://{domain}/{id}' }],
  });
});

test.each([
  ['too_large', new ArtifactError('too_large', 'it is larger than 100 bytes')],
  ['failed', new TypeError('cannot write the-text-itself')],
])('what cannot be kept is said to be lost, and the log says why: %s', async (code, error) => {
  const artifacts = of({ put: () => Promise.reject(error) });
  const { prune, events } = worker({ artifacts });
  const { structuredContent } = await prune(TEXT);
  expect(structuredContent).toMatchObject({ artifactError: code, truncated: true, rest: 'not kept' });
  expect(structuredContent).not.toHaveProperty('artifactRef');
  expect(structuredContent['notice']).toContain(`could not be kept (${code})`);
  expect(JSON.stringify(events)).not.toContain('the-text-itself');
  expect(events.filter(({ event }) => event === 'storage_failed')).toHaveLength(code === 'failed' ? 1 : 0);
});

test('a storage that fails while it is read is an answer, not a fault', async () => {
  const fail = () => Promise.reject(new ArtifactError('failed', 'read an artifact in the bucket: secret detail'));
  const { call, ask, events } = worker({ artifacts: of({ info: fail, list: fail }) });
  const ref = `ax://prune_text/${'0'.repeat(32)}`;
  expect((await call('artifact', { ref })).structuredContent).toMatchObject({ code: 'storage_unavailable' });
  const said = { code: -32603, message: expect.stringContaining('try again shortly') };
  expect((await ask('resources/list')).error).toEqual(said);
  expect((await ask('resources/read', { uri: ref })).error).toEqual(said);
  expect(JSON.stringify(events)).not.toContain('secret detail');
  expect(events.filter(({ event }) => event === 'storage_failed')).toHaveLength(3);
});

test('a text that looks like a reference creates nothing, and names nothing', async () => {
  const { prune, call, artifacts } = worker();
  const ref = `ax://prune_text/${'ab'.repeat(16)}`;
  await prune(`retryDelay ${ref}\n`.repeat(50));
  expect(await artifacts.usage()).toEqual([]);
  expect(await call('artifact', { ref })).toMatchObject({
    isError: true,
    structuredContent: { code: 'ARTIFACT_NOT_FOUND' },
  });
});

test('a question to an artifact is answered by the worker’s own pruning', async () => {
  const { prune, call } = worker();
  const { structuredContent: body } = await prune(TEXT);
  const asked = { ref: body['artifactRef'], context_focus_question: 'where is setting700' };
  const pages: string[] = [];
  let cursor: unknown;
  do {
    const { structuredContent: page } = await call('artifact', { ...asked, ...(cursor !== undefined && { cursor }) });
    pages.push(String(page['content']));
    cursor = page['nextCursor'];
  } while (cursor !== undefined && pages.length < 9);
  expect(pages.join('')).toContain("export const setting700 = 'value 700';");
  expect(pages.join('')).toMatch(/^\(filtered \d+ lines: \d+-\d+\)$/m);
});

test('a large artifact that is pruned waits for its turn, once', async () => {
  const entered: number[] = [];
  const queue = {
    enter: async (_: string, bytes: number) => {
      entered.push(bytes);
      return () => {};
    },
  };
  const { prune, call } = worker({ queue });
  const text = TEXT.repeat(3);
  const { structuredContent: body } = await prune(text);
  entered.length = 0;
  await call('artifact', { ref: body['artifactRef'], context_focus_question: 'x'.repeat(900) });
  expect(entered).toEqual([expect.any(Number), text.length]);
  expect(entered[0]).toBeLessThan(2_000);
});
