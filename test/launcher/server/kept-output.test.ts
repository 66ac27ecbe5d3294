import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { QUESTION, TEXT } from '../../contract/pruner.ts';
import { ROOT } from '../../runtime/started.ts';
import { type CalledResult, type InProcessOptions, inProcessServer } from '../../support/in-process-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

const pruner = createEmbeddedPruner();
const REF = /ax:\/\/(?:read|bash|grep)\/[0-9a-f]{32}/;

function serverWith(options: InProcessOptions = {}, content = TEXT) {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), content);
  return inProcessServer(root, { pruner, artifacts: createMemoryArtifactStore(), ...options });
}

const bytesOf = (result: object): number => Buffer.byteLength(JSON.stringify(result));
const refIn = (result: CalledResult): string => REF.exec(JSON.stringify(result))?.[0] ?? '';

/** Reads all pages of an artifact and joins them. */
async function wholeOf(server: ReturnType<typeof serverWith>, ref: string): Promise<string> {
  const parts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { structuredContent } = await server.call('artifact', { ref, ...(cursor !== undefined && { cursor }) });
    parts.push(String(structuredContent['content']));
    if (structuredContent['nextCursor'] === undefined) return parts.join('');
    cursor = String(structuredContent['nextCursor']);
  }
}

/** A store that fails on every write. */
const broken: ArtifactStore = {
  ...createMemoryArtifactStore(),
  put: () => Promise.reject(new ArtifactError('failed', 'store an artifact in "/gone": EROFS')),
};

test('what a question left out is kept and named, and comes back byte for byte', async () => {
  const server = serverWith();
  const pruned = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const { artifact_ref: ref } = pruned.structuredContent['pruning'] as { artifact_ref: string };
  expect(ref).toMatch(REF);
  const notice = pruned.content[0]?.text.split('\n').at(-1) ?? '';
  expect(notice).toBe(`[all of it: artifact ref="${ref}"]`);
  expect(Buffer.byteLength(notice)).toBeLessThanOrEqual(102);
  expect(pruned.structuredContent['content']).not.toContain(ref);
  expect(await wholeOf(server, ref)).toBe(TEXT);
});

test('the lines that a marker names are those of the artifact', async () => {
  const server = serverWith();
  const pruned = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const [, from, to] = /\(filtered \d+ lines: (\d+)-(\d+)\)/.exec(pruned.content[0]?.text ?? '') ?? [];
  const gap = await server.call('artifact', {
    ref: refIn(pruned),
    start_line: Number(from),
    end_line: Math.min(Number(to), Number(from) + 5),
  });
  const lines = TEXT.split('\n').slice(Number(from) - 1, Math.min(Number(to), Number(from) + 5));
  expect(String(gap.structuredContent['content']).replace(/\n$/, '')).toBe(lines.join('\n'));
});

test('where a range was read, the notice says which line the artifact begins with', async () => {
  const server = serverWith();
  const range = { start_line: 11, end_line: 200 };
  const { content } = await server.call('read', { file_path: 'a.ts', ...range, context_focus_question: QUESTION });
  expect(content[0]?.text).toMatch(
    /\[all of it: artifact ref="ax:\/\/read\/[0-9a-f]{32}" \(its line 1 is line 11\)\]$/,
  );
});

test('a text that is not pruned is not kept', async () => {
  const artifacts = createMemoryArtifactStore();
  const server = serverWith({ artifacts });
  await server.call('read', { file_path: 'a.ts' });
  await server.call('bash', { command: 'false' });
  expect(await artifacts.usage()).toMatchObject({ artifacts: 0 });
});

test('where the raw text cannot be kept, the answer and the log say so', async () => {
  const server = serverWith({ artifacts: broken });
  const { content, structuredContent } = await server.call('read', {
    file_path: 'a.ts',
    context_focus_question: QUESTION,
  });
  expect(structuredContent['pruning']).toMatchObject({ applied: true, artifact_error: 'failed' });
  expect(content[0]?.text).toMatch(/\[what was filtered could not be kept: ask without the question to see it\]$/);
  const event = server.events.find((one) => one.event === 'artifact.store_failed');
  expect(event).toMatchObject({
    level: 'warn',
    data: { tool: 'read', message: 'store an artifact in "/gone": EROFS' },
  });
});

test.each(['structured', 'text'] as const)(
  'a command of which nothing can be kept comes whole (%s)',
  async (output) => {
    const server = serverWith({ artifacts: broken, output });
    const command = 'for i in $(seq 400); do echo "line $i of a log"; done';
    const result = await server.call('bash', { command, context_focus_question: 'Which line is number 17?' });
    const [block] = result.content;
    expect(block?.text).toContain('line 1 of a log\nline 2 of a log\n');
    const notice = '[the question was not applied: what it would leave out could not be stored]';
    expect(block?.text.endsWith(`\n${notice}`)).toBe(true);
    const { pruning } = Object(result.structuredContent ?? result._meta?.['jeeves/result']);
    expect(pruning).toMatchObject({ attempted: true, applied: false, fallback: true, reason: 'not_stored' });
  },
);

test.each(['structured', 'text'] as const)(
  'in %s mode a result is cut to its budget, and the whole is kept',
  async (output) => {
    const server = serverWith({ output, maxResponseBytes: 10_240 });
    const command = 'seq 1 20000; echo "Error: disk is full" ; seq 20001 40000';
    const result = await server.call('bash', { command });
    expect(bytesOf(result)).toBeLessThanOrEqual(10_240);
    expect(bytesOf(result)).toBeGreaterThan(9_000);
    const lines = result.content[0]?.text.split('\n') ?? [];
    expect(lines[0]).toMatch(/^\[cut to \d+ of 40001 lines; all of it: artifact ref="ax:\/\/bash\/[0-9a-f]{32}"\]$/);
    expect(lines.at(-1)).toBe(lines[0]);
    expect(lines).toEqual(expect.arrayContaining(['1', 'Error: disk is full', '40000', '[exit code 0]']));
    expect(result.content[1]).toMatchObject({ type: 'resource_link', uri: refIn(result) });
    const facts = output === 'structured' ? result.structuredContent : result._meta?.['jeeves/result'];
    expect(facts).toMatchObject({ shaped: { artifact_ref: refIn(result) }, exit_code: 0 });
    const [read] = ((await server.handle('resources/read', { uri: refIn(result) })) as { contents: { text: string }[] })
      .contents;
    expect(read?.text.split('\n')).toHaveLength(40_002);
    const [event] = server.events.filter((one) => one.event === 'response.shaped');
    expect(event?.data).toMatchObject({ tool: 'bash', bytes_after: bytesOf(result), artifact: refIn(result) });
  },
);

test('both streams of a failed command share the budget, and the artifact holds both', async () => {
  const server = serverWith({ maxResponseBytes: 4096 });
  const command = 'seq 1 5000; seq 5001 10000 >&2; exit 3';
  const result = await server.call('bash', { command });
  expect(result.isError).toBe(true);
  expect(bytesOf(result)).toBeLessThanOrEqual(4096);
  const { stdout, stderr, error } = result.structuredContent;
  expect([stdout, stderr].map((text) => String(text).split('\n')[0])).toEqual(['1', '5001']);
  expect(error).toMatchObject({ code: 'nonzero_exit', exit_code: 3 });
  const [, from] = /\(filtered \d+ lines: (\d+)-\d+\)/.exec(String(stderr)) ?? [];
  const gap = await server.call('artifact', { ref: refIn(result), start_line: Number(from), end_line: Number(from) });
  const before = String(stderr)
    .split('\n')
    .indexOf(String(stderr).match(/^\(filtered.*$/m)?.[0] ?? '');
  expect(String(gap.structuredContent['content']).trim()).toBe(String(5001 + before));
});

test('of many matches the first are shown, and how many there are', async () => {
  const server = serverWith({ maxResponseBytes: 3000 }, Array.from({ length: 900 }, (_, i) => `match ${i}`).join('\n'));
  const result = await server.call('grep', { pattern: 'match', max_matches: 5000 });
  expect(bytesOf(result)).toBeLessThanOrEqual(3000);
  const { matches, match_count } = result.structuredContent as { matches: { line: number }[]; match_count: number };
  expect(match_count).toBe(900);
  expect(matches.map(({ line }) => line)).toEqual(matches.map((_, i) => i + 1));
  expect(result.content[0]?.text).toContain(`[cut to ${matches.length} of 900 matches; all of it: artifact ref="`);
  expect((await wholeOf(server, refIn(result))).split('\n')).toHaveLength(900);
});

test('a pruned text that is still too long is cut again, and the raw one is what is kept', async () => {
  const server = serverWith({ maxResponseBytes: 2048 });
  const result = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  expect(bytesOf(result)).toBeLessThanOrEqual(2048);
  expect(await wholeOf(server, refIn(result))).toBe(TEXT);
});

test('what is pruned under a budget is chosen by the question to fit it', async () => {
  const content = Array.from({ length: 400 }, (_, i) => `function retry${i}(delay) { return delay * ${i}; }`).join(
    '\n',
  );
  const server = serverWith({ maxResponseBytes: 6000 }, content);
  const ask = { file_path: 'a.ts', context_focus_question: 'How does retry compute its delay?' };
  const result = await server.call('read', ask);
  expect(bytesOf(result)).toBeLessThanOrEqual(6000);
  expect(result.structuredContent).not.toHaveProperty('shaped');
  expect(result.structuredContent['content']).toMatch(/^\(filtered \d+ lines: \d+-\d+\)$/m);
  expect(await wholeOf(server, refIn(result))).toBe(content);
});

test('what cannot be kept is cut only if it can be had again, and says so', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'numbers.txt'), Array.from({ length: 5000 }, (_, i) => `${i + 1}\n`).join(''));
  const server = inProcessServer(root, { maxResponseBytes: 4096, artifacts: broken });
  const read = await server.call('read', { file_path: 'numbers.txt' });
  expect(bytesOf(read)).toBeLessThanOrEqual(4096);
  expect(bytesOf(read)).toBeGreaterThan(3500);
  expect(read.content[0]?.text).toMatch(/^\[cut to \d+ of 5000 lines; the rest could not be kept\]/);
  expect(read.content).toHaveLength(1);
  const printed = await server.call('bash', { command: 'cat numbers.txt' });
  expect(printed.content[0]?.text).toContain('2499\n2500\n2501');
});

test('any output fits any budget', async () => {
  const store = createMemoryArtifactStore();
  const line = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 100 }));
  const root = tempDir();
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 100 }),
      fc.integer({ min: 1024, max: 12_000 }),
      fc.constantFrom('structured' as const, 'text' as const),
      async (lines, maxResponseBytes, output) => {
        writeFileSync(path.join(root, 'any.txt'), lines.join('\n').replaceAll('\0', ' '));
        const server = inProcessServer(root, { artifacts: store, maxResponseBytes, output });
        expect(bytesOf(await server.call('read', { file_path: 'any.txt' }))).toBeLessThanOrEqual(maxResponseBytes);
        const long = { command: `cat any.txt; cat any.txt >&2; : ${'x'.repeat(lines.length * 40)}` };
        const grep = { pattern: '.', paths: Array.from({ length: 30 }, () => 'any.txt') };
        expect(bytesOf(await server.call('grep', grep))).toBeLessThanOrEqual(maxResponseBytes);
        if (lines.length % 10 === 0) {
          expect(bytesOf(await server.call('bash', long))).toBeLessThanOrEqual(maxResponseBytes);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a response over 10 KB is told in the log', async () => {
  const server = serverWith({}, 'x\n'.repeat(20_000));
  const result = await server.call('read', { file_path: 'a.ts' });
  const event = server.events.find((one) => one.event === 'response.large');
  expect(event).toMatchObject({ level: 'warn', data: { tool: 'read', bytes: bytesOf(result) } });
});

test('an unknown reference is a final error; text that looks like one creates nothing', async () => {
  const artifacts = createMemoryArtifactStore();
  const ref = `ax://bash/${'0'.repeat(32)}`;
  const server = serverWith({ artifacts }, `${ref}\n`);
  await server.call('read', { file_path: 'a.ts' });
  const { structuredContent, isError } = await server.call('artifact', { ref });
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
  expect(await server.handle('resources/list')).toEqual({ resources: [] });
  expect(server.events.find(({ event }) => event === 'tool.exec_failed')?.data).toMatchObject({
    tool: 'artifact',
    code: 'ARTIFACT_NOT_FOUND',
  });
});

test('where text alone is shown, a page is text too, and its failure is told in the log', async () => {
  const server = serverWith({ output: 'text' });
  const pruned = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const page = await server.call('artifact', { ref: refIn(pruned) });
  expect(page).not.toHaveProperty('structuredContent');
  expect(page.content[0]?.text).toBe(TEXT);
  await server.call('artifact', { ref: 'ax://read/none' });
  const failed = server.events.find(({ event }) => event === 'tool.exec_failed');
  expect(failed?.data).toMatchObject({ tool: 'artifact', code: 'INVALID_REF' });
});

test('without a store there is neither the tool nor the resources', async () => {
  const server = inProcessServer(tempDir());
  const { tools } = (await server.handle('tools/list')) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(['read', 'bash', 'grep']);
  await expect(server.handle('resources/list')).rejects.toMatchObject({ code: -32601 });
});

test.each([
  ['a command of characters that JSON escapes', 'bash', { command: `seq 1 9000 # ${'\ud800'.repeat(900)}` }],
  ['a pattern that a message repeats', 'grep', { pattern: '['.repeat(5000) }],
  ['a path of many bytes', 'read', { file_path: '漢'.repeat(4000) }],
])('%s leaves a result within the least budget', async (_, tool, args) => {
  for (const output of ['structured', 'text'] as const) {
    const result = await serverWith({ output, maxResponseBytes: 1024 }).call(tool, args);
    expect(bytesOf(result)).toBeLessThanOrEqual(1024);
    expect(refIn(result)).toMatch(REF);
  }
});

test('matches in files with long paths are shown, and never said to be none', async () => {
  const root = tempDir();
  const folder = path.join(root, ...Array.from({ length: 10 }, () => '漢'.repeat(60)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'a.txt'), `needle ${'x'.repeat(5000)}\n`.repeat(300));
  for (const maxResponseBytes of [1024, 2048, 10_240]) {
    const server = inProcessServer(root, { pruner, artifacts: createMemoryArtifactStore(), maxResponseBytes });
    const result = await server.call('grep', { pattern: 'needle' });
    expect(bytesOf(result)).toBeLessThanOrEqual(maxResponseBytes);
    expect(result.content[0]?.text).not.toContain('[no matches]');
    if (maxResponseBytes > 1024) expect(result.content[0]?.text).toContain('needle');
  }
});

test('what is left of a text that could not be kept is not named as all of it', async () => {
  const working = createMemoryArtifactStore();
  let puts = 0;
  const artifacts: ArtifactStore = {
    ...working,
    put: (artifact) => (puts++ === 0 ? Promise.reject(new ArtifactError('failed', 'full')) : working.put(artifact)),
  };
  const server = serverWith({ artifacts, maxResponseBytes: 1024 });
  const result = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  expect(result.structuredContent['pruning']).toMatchObject({ applied: true, artifact_error: 'failed' });
  expect(result.structuredContent['shaped']).toMatchObject({ artifact_error: 'failed' });
  expect(JSON.stringify(result)).not.toContain('all of it');
});

test('what the store could not do is told by every way to read', async () => {
  const fail = () => Promise.reject(new ArtifactError('failed', 'look for artifacts in "/gone": ENOTDIR'));
  const server = serverWith({ artifacts: { ...broken, info: fail, list: fail } });
  const ref = `ax://read/${'0'.repeat(32)}`;
  const message = 'Internal error: look for artifacts in "/gone": ENOTDIR';
  await expect(server.call('artifact', { ref })).rejects.toMatchObject({ code: -32603, message });
  await expect(server.handle('resources/read', { uri: ref })).rejects.toMatchObject({ code: -32603, message });
  await expect(server.handle('resources/list')).rejects.toMatchObject({ code: -32603, message });
  const failed = server.events.filter(({ event }) => event === 'artifact.read_failed');
  expect(failed.map(({ data }) => (data as { method: string }).method)).toEqual(['resources/read', 'resources/list']);
});

test('a budget that the answer fits in leaves the question its choice', async () => {
  const source = readFileSync(`${ROOT}test/fixtures/sources/tool-call.txt`, 'utf8');
  const asked = { file_path: 'a.ts', context_focus_question: 'How is progress reported to the client?' };
  const read = async (options: InProcessOptions = {}) =>
    (await serverWith(options, source).call('read', asked)).structuredContent['content'];
  const unbound = await read();
  expect(String(unbound)).toMatch(/\(filtered \d+ lines/);
  expect(await read({ maxResponseBytes: 40_000 })).toEqual(unbound);
});

test.each(['structured', 'text'] as const)('in %s mode what is cut uses 85 percent of its budget', async (output) => {
  const log = Array.from({ length: 2000 }, (_, i) => `2026-01-01 12:00:00 INFO step ${i} alpha done`).join('\n');
  for (const maxResponseBytes of [4096, 10_240, 40_000]) {
    const server = serverWith({ output, maxResponseBytes }, log);
    for (const [tool, args] of [
      ['read', { file_path: 'a.ts' }],
      ['bash', { command: 'cat a.ts' }],
      ['bash', { command: 'cat a.ts; cat a.ts >&2; exit 3' }],
      ['grep', { pattern: 'step' }],
      ['grep', { pattern: 'step', context_lines: 2 }],
    ] as const) {
      const result = await server.call(tool, args);
      const bytes = bytesOf(result);
      expect(bytes).toBeLessThanOrEqual(maxResponseBytes);
      if (!result.content[0]?.text.includes('[cut to')) continue;
      expect([tool, bytes / maxResponseBytes]).toSatisfy(([, share]: [string, number]) => share >= 0.85);
    }
  }
});
