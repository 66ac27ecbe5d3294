import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLazySessionMemory } from '../../../../../launcher/tools/calls/session/lazy-session-memory.ts';
import { toRememberedCall } from '../../../../../launcher/tools/calls/session/to-session-call.ts';
import { createEmbeddedPruner } from '../../../../../src/engine/embedded.ts';
import type { PruneRequest, Pruner } from '../../../../../src/engine/pruner.ts';
import { hashLine } from '../../../../../src/session-memory/line-hash.ts';
import type { SessionContext } from '../../../../../src/session-memory/session-context.ts';
import { toCodeUnits } from '../../../../../src/text/code-units.ts';
import { type InProcessServer, inProcessServer } from '../../../../support/in-process-server.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const QUESTION = 'Where is the retry delay computed?';
const TEXT = Array.from({ length: 300 }, (_, at) =>
  at === 200
    ? 'export function retryDelay(attempt: number): number { return 2 ** attempt * BASE_DELAY; }'
    : `export const setting_${at} = 'what is set at place number ${at}';`,
).join('\n');

/** The embedded engine, with a record of its requests. */
function watched(): Pruner & { readonly requests: PruneRequest[] } {
  const embedded = createEmbeddedPruner();
  const requests: PruneRequest[] = [];
  return {
    requests,
    prune: (request, options) => {
      requests.push(request);
      return embedded.prune(request, options);
    },
  };
}

function serverWith(pruner: Pruner, isRemembered = true): InProcessServer {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), TEXT);
  writeFileSync(path.join(root, 'log.txt'), 'Error at a.ts:12 of the scheduler\n');
  const session = isRemembered ? createLazySessionMemory() : undefined;
  return inProcessServer(root, { pruner, output: 'text', ...(session && { session }) });
}

const holds = (context: SessionContext | undefined, line: string): boolean | undefined =>
  context?.holds(hashLine(toCodeUnits(line), 0, line.length));

test('a question is answered with what the session was given before', async () => {
  const pruner = watched();
  const server = serverWith(pruner);
  await server.call('read', { file_path: 'log.txt' });
  await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const [first, second] = pruner.requests.map(({ context }) => context);
  expect(first?.linesNamed('a.ts')).toEqual([12]);
  expect([first?.reads('a.ts'), second?.reads('a.ts')]).toEqual([0, 1]);
  expect(holds(first, 'Error at a.ts:12 of the scheduler')).toBe(true);
});

test('lines that were left out are none that the session was given', async () => {
  const pruner = watched();
  const server = serverWith(pruner);
  const { content } = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const shown = content.map(({ text }) => text).join('\n');
  const known = pruner.requests[1]?.context;
  const lines = TEXT.split('\n').filter((line) => line.trim().length > 8);
  expect(lines.some((line) => !shown.includes(line))).toBe(true);
  for (const line of lines) expect(holds(known, line), line).toBe(shown.includes(line.trim()));
});

test('switched off, every call stands for itself', async () => {
  const pruner = watched();
  const server = serverWith(pruner, false);
  await server.call('read', { file_path: 'log.txt' });
  await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  expect(pruner.requests.map(({ context }) => context)).toEqual([undefined]);
});

test('a call is remembered by its tool and arguments, its question aside', () => {
  expect(toRememberedCall({ name: 'read', arguments: { file_path: 'a', context_focus_question: 'why?' } })).toEqual({
    ...{ tool: 'read', args: { file_path: 'a' }, question: 'why?' },
  });
  expect(toRememberedCall({ name: 'bash' })).toEqual({ tool: 'bash', args: {}, question: undefined });
  for (const params of [
    undefined,
    null,
    3,
    {},
    { name: 3 },
    { name: 'a', arguments: [] },
    { name: 'a', arguments: 'x' },
  ]) {
    expect(toRememberedCall(params)).toBeUndefined();
  }
});

test('a call is answered though it cannot be remembered', async () => {
  const fails = () => Promise.reject(new Error('out of memory'));
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), TEXT);
  const session = { called: fails, gave: fails, context: createLazySessionMemory().context };
  const server = inProcessServer(root, { pruner: watched(), output: 'text', session });
  const { isError, content } = await server.call('read', { file_path: 'a.ts' });
  expect([isError, content.length]).toEqual([undefined, 1]);
  expect(server.events).toContainEqual(expect.objectContaining({ event: 'session.failed', level: 'warn' }));
});
