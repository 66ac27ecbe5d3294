import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadTools } from '../../../launcher/tools/catalog.ts';
import type { AnyTool } from '../../../launcher/tools/definition.ts';
import type { ToolContext } from '../../../launcher/tools/tool.ts';
import { JsonNumber } from '../../../src/base/json/json-number.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { QUESTION, TEXT } from '../../contract/pruner.ts';
import { type InProcessOptions, type InProcessServer, inProcessServer } from '../../support/in-process-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

const TOOLS = await loadTools();

function serverWith(options: InProcessOptions = {}, content = TEXT): InProcessServer {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), content);
  return inProcessServer(root, options);
}

/** A clock that advances 7.5 ms each time it is read. */
function ticking(): () => number {
  let ms = 0;
  return () => {
    ms += 7.5;
    return ms;
  };
}

const statesOf = ({ events }: InProcessServer): unknown[] =>
  events.filter(({ event }) => event === 'req.state').map(({ data }) => data?.['to']);
const eventsOf = ({ events }: InProcessServer): unknown[][] =>
  events.filter(({ event }) => event !== 'req.state').map(({ event, data }) => [event, data]);

test('a pruned call is told with its tool, its sizes and whole milliseconds', async () => {
  const server = serverWith({ pruner: createEmbeddedPruner(), now: ticking() });
  const args = { file_path: 'a.ts', context_focus_question: QUESTION };
  const { structuredContent } = await server.call('read', args);
  const shown = Buffer.byteLength(structuredContent['content'] as string);
  expect(eventsOf(server)).toEqual([
    ['tool.request_received', { tool: 'read' }],
    ['tool.exec_start', { tool: 'read' }],
    ['tool.exec_ok', { tool: 'read', duration_ms: 8, bytes: TEXT.length }],
    ['pruner.call_start', { endpoint: 'test', tool: 'read', input_bytes: TEXT.length }],
    ['pruner.call_ok', { tool: 'read', pruner_duration_ms: 8, pruned_bytes: shown }],
    ['tool.respond_ok', { tool: 'read', mode: 'pruned' }],
  ]);
  expect(structuredContent['pruning']).toMatchObject({ pruner_duration_ms: 8 });
});

test('a failed call ends where its tool failed, and says why and after how long', async () => {
  const server = serverWith({ now: ticking() });
  const result = await server.call('read', { file_path: 'gone.ts' });
  const { error } = result.structuredContent as { error: { code: string; message: string } };
  expect(statesOf(server)).toEqual(['req:validating', 'req:executing_tool', 'req:tool_error']);
  expect(eventsOf(server)).toEqual([
    ['tool.request_received', { tool: 'read' }],
    ['tool.exec_start', { tool: 'read' }],
    ['tool.exec_failed', { tool: 'read', code: error.code, message: error.message, duration_ms: 8 }],
  ]);
});

test('what is refused is told by the places that are wrong, and ends there', async () => {
  const server = serverWith();
  await expect(server.call('read', { file_path: '../b', encoding: 'x' })).rejects.toMatchObject({ code: -32602 });
  expect(statesOf(server)).toEqual(['req:validating', 'req:invalid_request']);
  expect(eventsOf(server)).toEqual([
    ['tool.request_received', { tool: 'read' }],
    ['tool.request_invalid', { tool: 'read', message: 'Invalid params: arguments.encoding invalid_value' }],
  ]);
});

test('all that is wrong is told, each with its place', async () => {
  const server = serverWith();
  await expect(server.call('read', { file_path: 1, start_line: 'x' })).rejects.toMatchObject({ code: -32602 });
  expect(eventsOf(server)[1]).toEqual([
    'tool.request_invalid',
    { tool: 'read', message: 'Invalid params: arguments.file_path invalid_type, arguments.start_line invalid_type' },
  ]);
});

test('a path outside the root is refused by its place, and quoted to the caller', async () => {
  const server = serverWith();
  const refused = server.call('grep', { pattern: 'x', paths: ['a.ts', '../b', '../c'] });
  await expect(refused).rejects.toMatchObject({
    data: {
      advice: expect.stringMatching(
        /^paths\.1: "\.\.\/b" is outside the root "\/.*"; bash can read it; paths\.2: "\.\.\/c" is/,
      ),
      issues: [
        { path: 'arguments.paths.1', code: 'custom' },
        { path: 'arguments.paths.2', code: 'custom' },
      ],
    },
  });
  expect(eventsOf(server).at(-1)).toEqual([
    'tool.request_invalid',
    { tool: 'grep', message: 'Invalid params: arguments.paths.1 custom, arguments.paths.2 custom' },
  ]);
});

test('a response of 10 KB is not told as large, one of a byte more is', async () => {
  // The clock is fixed, because a duration of ten milliseconds has one more digit and would change the size.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const largeOf = async (chars: number) => {
    const server = serverWith({ output: 'text', now: ticking() }, 'x'.repeat(chars));
    const bytes = Buffer.byteLength(JSON.stringify(await server.call('read', { file_path: 'a.ts' })));
    return { bytes, told: eventsOf(server).filter(([event]) => event === 'response.large') };
  };
  const beside = (await largeOf(9000)).bytes - 9000;
  expect(await largeOf(10_240 - beside)).toEqual({ bytes: 10_240, told: [] });
  expect(await largeOf(10_240 - beside + 1)).toEqual({
    bytes: 10_241,
    told: [['response.large', { tool: 'read', bytes: 10_241 }]],
  });
});

test('an answer that could not be written is no answer', async () => {
  const server = serverWith({ lost: new Error('EPIPE') });
  await server.call('read', { file_path: 'a.ts' });
  expect(statesOf(server).slice(-2)).toEqual(['req:respond_raw', 'req:internal_error']);
  expect(server.events.at(-1)).toMatchObject({
    level: 'error',
    event: 'tool.respond_failed',
    data: { tool: 'read', message: 'EPIPE' },
  });
});

/** Returns our tools, each of which runs `before` first. */
function executing(before: (context: ToolContext) => Promise<void>): readonly AnyTool[] {
  return TOOLS.map((tool) => ({
    ...tool,
    execute: async (args, context) => {
      await before(context);
      return tool.execute(args, context);
    },
  }));
}

const asked = (meta?: object) => ({ name: 'read', arguments: { file_path: 'a.ts' }, ...(meta && { _meta: meta }) });

test('progress is told under the token that was given, until the call is cancelled', async () => {
  const cancel = new AbortController();
  const told: unknown[] = [];
  const server = serverWith({
    signal: cancel.signal,
    notify: (method, params) => told.push([method, params]),
    tools: executing(async ({ reportProgress }) => {
      reportProgress(3, 'half of it');
      cancel.abort();
      reportProgress(6, 'all of it');
    }),
  });
  await server.handle('tools/call', asked({ progressToken: 'p' })).catch(() => {});
  expect(told).toEqual([['notifications/progress', { progressToken: 'p', progress: 3, message: 'half of it' }]]);
});

test('without a token no progress is told', async () => {
  const told: unknown[] = [];
  const tools = executing(async ({ reportProgress }) => reportProgress(3, 'half of it'));
  const server = serverWith({ notify: (method) => told.push(method), tools });
  await server.handle('tools/call', asked());
  expect(told).toEqual([]);
});

test('a cancelled call is no fault, wherever it is', async () => {
  const cancel = new AbortController();
  const tools = executing(async ({ signal }) => {
    cancel.abort(new Error('cancelled'));
    signal.throwIfAborted();
  });
  const server = serverWith({ signal: cancel.signal, tools });
  await expect(server.handle('tools/call', asked())).rejects.toThrow('cancelled');
  expect(statesOf(server)).toEqual(['req:validating', 'req:executing_tool']);
  expect(eventsOf(server).at(-1)).toEqual(['tool.exec_start', { tool: 'read' }]);
});

test('the pruner is told of a cancellation, too', async () => {
  const cancel = new AbortController();
  const pruner: Pruner = {
    prune: async (_, options) => {
      cancel.abort(new Error('cancelled'));
      options?.signal?.throwIfAborted();
      return { ok: true, text: '', engine: 'remote' };
    },
  };
  const server = serverWith({ signal: cancel.signal, pruner });
  const args = { file_path: 'a.ts', context_focus_question: QUESTION };
  await expect(server.call('read', args)).rejects.toThrow('cancelled');
  expect(statesOf(server).at(-1)).toBe('req:calling_pruner');
});

test('what is thrown and is no error is told in words', async () => {
  const server = serverWith({ tools: executing(() => Promise.reject('out of luck')) });
  await expect(server.handle('tools/call', asked())).rejects.toBe('out of luck');
  expect(statesOf(server).at(-1)).toBe('req:internal_error');
  expect(eventsOf(server).at(-1)).toEqual(['tool.internal_error', { tool: 'read', stack: 'out of luck' }]);
});

test('numbers that keep their characters are plain ones to a tool', async () => {
  const server = serverWith({}, 'one\ntwo\nthree\n');
  const { structuredContent } = await server.call('read', {
    file_path: 'a.ts',
    start_line: new JsonNumber('2.0'),
    end_line: new JsonNumber('2e0'),
  });
  expect(structuredContent['content']).toBe('two\n');
});
