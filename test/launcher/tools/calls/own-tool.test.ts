import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { PruneOutcome, PruneRequest, Pruner } from '../../../../src/engine/pruner.ts';
import { QUESTION, TEXT } from '../../../contract/pruner.ts';
import { inProcessServer } from '../../../support/in-process-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';

function withFile(content = TEXT): string {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), content);
  return root;
}

/** A fake remote pruner with a fixed outcome, which records its requests. */
function told(outcome: PruneOutcome): Pruner & { asked: PruneRequest[] } {
  const asked: PruneRequest[] = [];
  return {
    asked,
    async prune(request) {
      asked.push(request);
      return outcome;
    },
  };
}

const ARGS = { file_path: 'a.ts', context_focus_question: `  ${QUESTION} ` };

test('a question brings back its lines, the gaps and the figures', async () => {
  const server = inProcessServer(withFile(), { pruner: createEmbeddedPruner() });
  const { structuredContent, content, isError } = await server.call('read', ARGS);
  const text = structuredContent['content'] as string;
  expect(isError).toBeUndefined();
  expect(text).toContain('closeSocket21');
  expect(text).toMatch(/^\(filtered \d+ lines: 1-\d+\)$/m);
  expect(content).toEqual([{ type: 'text', text }]);
  expect(structuredContent).toMatchObject({
    tool: 'read',
    file_path: 'a.ts',
    bytes: TEXT.length,
    pruning: {
      attempted: true,
      applied: true,
      fallback: false,
      raw_bytes: TEXT.length,
      pruned_bytes: text.length,
      engine: 'embedded',
      kind: 'source',
    },
  });
});

test('every state and event of a pruned call, in order, under one request id', async () => {
  const server = inProcessServer(withFile(), { pruner: createEmbeddedPruner() });
  await server.call('read', ARGS);
  const states = server.events.filter(({ event }) => event === 'req.state').map(({ data }) => data?.['to']);
  expect(states).toEqual([
    'req:validating',
    'req:executing_tool',
    'req:raw_output_ready',
    'req:prune_check',
    'req:calling_pruner',
    'req:respond_pruned',
    'req:responded',
  ]);
  const events = server.events.filter(({ event }) => event !== 'req.state');
  expect(events.map(({ event }) => event)).toEqual([
    'tool.request_received',
    'tool.exec_start',
    'tool.exec_ok',
    'pruner.call_start',
    'pruner.call_ok',
    'tool.respond_ok',
  ]);
  expect(new Set(server.events.map(({ request_id }) => request_id))).toEqual(new Set(['request-1']));
  expect(events[2]?.data).toMatchObject({ tool: 'read', bytes: TEXT.length });
  expect(events[3]?.data).toEqual({ endpoint: 'test', tool: 'read', input_bytes: TEXT.length });
  expect(events[4]?.data).toMatchObject({
    tool: 'read',
    pruner_duration_ms: expect.any(Number),
    pruned_bytes: expect.any(Number),
  });
  expect(events[5]?.data).toEqual({ tool: 'read', mode: 'pruned' });
  expect(JSON.stringify(server.events)).not.toContain('socket');
});

test('the pruner is asked the trimmed question, for ranges, with the place in the file', async () => {
  const pruner = told({ ok: true, text: 'x', engine: 'remote' });
  const server = inProcessServer(withFile(), { pruner });
  await server.call('read', { ...ARGS, start_line: 3, end_line: 9 });
  expect(pruner.asked).toMatchObject([
    {
      text: TEXT.split('\n').slice(2, 9).join('\n').concat('\n'),
      question: QUESTION,
      path: 'a.ts',
      firstLine: 3,
      markers: 'ranges',
    },
  ]);
});

const skipped = (reason: string, raw_bytes: number) => ({
  attempted: false,
  applied: false,
  fallback: false,
  reason,
  raw_bytes,
});

test('each reason not to prune', async () => {
  const root = withFile();
  writeFileSync(path.join(root, 'empty'), '');
  const pruner = createEmbeddedPruner();
  const pruningOf = async (options: object, args: object) =>
    (await inProcessServer(root, options).call('read', args)).structuredContent['pruning'];
  expect(await pruningOf({ pruner }, { file_path: 'a.ts' })).toEqual(skipped('no_focus_question', TEXT.length));
  expect(await pruningOf({}, ARGS)).toEqual(skipped('disabled_or_unconfigured', TEXT.length));
  expect(await pruningOf({ pruner }, { ...ARGS, file_path: 'empty' })).toEqual(skipped('output_empty', 0));
  expect(await pruningOf({ pruner, maxInputBytes: 10 }, ARGS)).toEqual(skipped('too_large', TEXT.length));
});

test.each(['timeout', 'http_error', 'invalid_response'] as const)(
  'a pruner that fails with %s leaves the raw output',
  async (code) => {
    const server = inProcessServer(withFile(), { pruner: told({ ok: false, code, message: 'why' }) });
    const { structuredContent, isError } = await server.call('read', ARGS);
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({
      content: TEXT,
      pruning: {
        attempted: true,
        applied: false,
        fallback: true,
        reason: 'pruner_error',
        raw_bytes: TEXT.length,
        error: { code, message: 'why' },
      },
    });
    expect(structuredContent['pruning']).not.toHaveProperty('pruned_bytes');
    const names = server.events.filter(({ event }) => event !== 'req.state').map(({ event }) => event);
    const own = {
      timeout: 'pruner.timeout',
      http_error: 'pruner.http_error',
      invalid_response: 'pruner.invalid_response',
    };
    expect(names.slice(-3)).toEqual([own[code], 'pruner.call_failed', 'tool.respond_ok']);
    expect(server.events.at(-1)?.data).toEqual({ tool: 'read', mode: 'raw' });
    expect(server.events.some(({ data }) => data?.['to'] === 'req:pruner_error_fallback')).toBe(true);
  },
);

test('matches that the pruned text cannot be read back into are an invalid response', async () => {
  const server = inProcessServer(withFile('needle one\nneedle two\n'), {
    pruner: told({ ok: true, text: 'certainly! here are the matches', engine: 'remote' }),
  });
  const { structuredContent } = await server.call('grep', { pattern: 'needle', context_focus_question: 'two?' });
  expect(structuredContent).toMatchObject({
    match_count: 2,
    pruning: { fallback: true, reason: 'pruner_error', error: { code: 'invalid_response' } },
  });
});

test('matches survive pruning with path, line and column', async () => {
  const server = inProcessServer(withFile('needle one\nneedle two\n'), {
    pruner: told({ ok: true, text: '(filtered 1 lines: 1-1)\na.ts:2:1:needle two', engine: 'remote' }),
  });
  const { structuredContent } = await server.call('grep', { pattern: 'needle', context_focus_question: 'two?' });
  expect(structuredContent).toMatchObject({
    matches: [{ path: 'a.ts', line: 2, column: 1, text: 'needle two' }],
    match_count: 1,
    pruning: { applied: true },
  });
});

test('a failed command brings exit code and both streams, raw', async () => {
  const server = inProcessServer(tempDir(), { pruner: createEmbeddedPruner() });
  const command = 'echo out; echo err >&2; exit 3';
  const result = await server.call('bash', { command, context_focus_question: 'why?' });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      tool: 'bash',
      error: { code: 'nonzero_exit', exit_code: 3 },
      stdout: 'out\n',
      stderr: 'err\n',
      pruning: { attempted: false, applied: false, fallback: false, reason: 'tool_error', raw_bytes: 4 },
    },
  });
  expect(result.content[0]?.text).toBe('out\n[stderr]\nerr\n[nonzero_exit: the command ended with exit code 3]');
  expect(server.events.find(({ event }) => event === 'tool.exec_failed')?.data).toMatchObject({
    tool: 'bash',
    code: 'nonzero_exit',
    exit_code: 3,
  });
  expect(JSON.stringify(server.events)).not.toContain('echo');
});

test('a search that failed was an internal error where a question was asked', async () => {
  const server = inProcessServer(withFile(), { pruner: createEmbeddedPruner() });
  const args = { pattern: 'TOKEN(', context_focus_question: QUESTION };
  expect(await server.call('grep', args)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'rg_error' }, pruning: { applied: false } },
  });
});

test('a timeout is logged as one', async () => {
  const server = inProcessServer(tempDir());
  const { structuredContent } = await server.call('bash', { command: 'sleep 60', timeout_ms: 100 });
  expect(structuredContent).toMatchObject({ error: { code: 'timeout' } });
  expect(server.events.find(({ event }) => event === 'tool.exec_timeout')?.data).toEqual({
    tool: 'bash',
    timeout_ms: 100,
  });
}, 20_000);

test('an exception inside is an internal error with its stack on stderr alone', async () => {
  const root = withFile();
  const server = inProcessServer(root, { pruner: { prune: () => Promise.reject(new Error('broken inside')) } });
  await expect(server.call('read', ARGS)).rejects.toThrow('broken inside');
  expect(server.events.at(-1)).toMatchObject({
    level: 'error',
    event: 'tool.internal_error',
    request_id: 'request-1',
    data: { tool: 'read', stack: expect.stringMatching(/broken inside\n +at /) },
  });
});

test('`text` mode shows the text and moves everything else to _meta', async () => {
  const server = inProcessServer(withFile(), { pruner: createEmbeddedPruner(), output: 'text' });
  const result = await server.call('read', ARGS);
  expect(result.structuredContent).toBeUndefined();
  expect(result.content[0]?.text).toContain('closeSocket21');
  const meta = result._meta?.['jeeves/result'] as Record<string, unknown>;
  expect(meta).toMatchObject({ tool: 'read', file_path: 'a.ts', bytes: TEXT.length, pruning: { applied: true } });
  expect(meta).not.toHaveProperty('content');
  const failed = await server.call('bash', { command: 'echo out; exit 1' });
  expect(failed.content[0]?.text).toContain('out\n[nonzero_exit');
  expect(failed._meta?.['jeeves/result']).not.toHaveProperty('stdout');
});

test('a range that is cut by max_output_bytes says so in the text', async () => {
  const server = inProcessServer(withFile('x'.repeat(3000)));
  const { content } = await server.call('read', { file_path: 'a.ts', max_output_bytes: 1024 });
  expect(content[0]?.text).toBe(`${'x'.repeat(1024)}\n[truncated: only the first 1024 bytes are shown]`);
});

test('a failed command whose output was cut says so', async () => {
  const server = inProcessServer(tempDir());
  const { structuredContent } = await server.call('bash', { command: 'seq 9999; exit 1', max_output_bytes: 1024 });
  expect(structuredContent).toMatchObject({
    error: { message: 'the command ended with exit code 1; its output was cut to 1024 bytes' },
  });
});

test('where the question leaves all matches out, the text says so', async () => {
  const server = inProcessServer(withFile('needle in a long line\n'.repeat(20)), {
    pruner: told({ ok: true, text: '(filtered 20 lines: 1-20)', engine: 'remote' }),
    output: 'text',
  });
  const { content } = await server.call('grep', { pattern: 'needle', context_focus_question: 'three?' });
  expect(content[0]?.text).toBe('[20 of 20 matches left out by the question; ask without it to see all]');
});

test('the log tells neither a pattern that is refused nor more of a name than names have', async () => {
  const server = inProcessServer(withFile());
  const refused = await server.call('grep', { pattern: 'TOKEN(' });
  expect(refused.structuredContent).toMatchObject({ error: { code: 'rg_error' } });
  await expect(server.call('x'.repeat(5000), {})).rejects.toMatchObject({ code: -32602 });
  const log = JSON.stringify(server.events);
  expect(log).not.toContain('TOKEN(');
  expect(log).not.toContain('x'.repeat(129));
});
