import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { PruneFailure, Pruner } from '../../../src/engine/pruner.ts';
import { statusOf } from '../../../src/prune-api/request-failure.ts';
import { createAutoPruner } from '../../../src/remote-pruner/auto-pruner.ts';
import { FALLBACK_REASONS } from '../../../src/remote-pruner/fallback-reason.ts';
import { codeAnswer, documentsAnswer, failure, replied, toolResponseAnswer } from './test-door.ts';

const CODE = Array.from({ length: 60 }, (_, i) => `function handler${i}(socket) { return socket.read(${i}); }`).join(
  '\n',
);
const QUESTION = 'what does handler31 return?';

const failed = (more: Partial<PruneFailure>): PruneFailure => ({
  ok: false,
  code: 'http_error',
  message: 'no',
  ...more,
});
const failing = (failure: PruneFailure): Pruner => ({ prune: async () => failure });
const auto = (failure: PruneFailure): Pruner =>
  createAutoPruner({ upstream: failing(failure), embedded: createEmbeddedPruner() });

test.each([
  ['timeout', failed({ code: 'timeout' })],
  ['circuit_open', failed({ unavailable: 'circuit_open' })],
  ['overloaded', failed({ unavailable: 'overloaded' })],
  ['unreachable', failed({ unreachable: true })],
  ['http_error', failed({})],
  ['invalid_response', failed({ code: 'invalid_response' })],
] as const)('the embedded engine stands in for %s, and every dialect says so', async (reason, how) => {
  const pruner = auto(how);
  const alone = await codeAnswer({ query: QUESTION, code: CODE }, createEmbeddedPruner());
  const a = await codeAnswer({ query: QUESTION, code: CODE }, pruner);
  expect(a).toMatchObject({ engine: 'embedded', fallback_reason: reason, pruned_code: alone.pruned_code });
  const b = await documentsAnswer({ goal: QUESTION, documents: [{ text: CODE }] }, pruner);
  expect(b.stats).toMatchObject({ engine: 'embedded', fallbackReason: reason });
  expect(b.warnings).toEqual([`the embedded engine answered instead of the upstream: ${reason}`]);
  const c = await toolResponseAnswer({ tool_response: CODE, context_focus_question: QUESTION }, pruner);
  expect(c).toMatchObject({ engine: 'embedded', backend: 'embedded', fallback_reason: reason });
  expect((await replied({ query: QUESTION, code: CODE }, pruner)).record.fallbackReason).toBe(reason);
  expect(FALLBACK_REASONS).toContain(reason);
});

test('an upstream that answers is not stood in for', async () => {
  const upstream = { prune: async () => ({ ok: true, text: 'x', engine: 'remote' }) as const };
  const pruner = createAutoPruner({ upstream, embedded: failing(failed({})) });
  expect(await codeAnswer({ query: 'q', code: CODE }, pruner)).toMatchObject({
    engine: 'remote',
    fallback_reason: null,
  });
});

test('a caller who has gone is not answered by the other engine', async () => {
  const gone = new Error('gone');
  const upstream: Pruner = { prune: () => Promise.reject(gone) };
  await expect(
    createAutoPruner({ upstream, embedded: createEmbeddedPruner() }).prune({ text: CODE, question: 'q' }),
  ).rejects.toBe(gone);
});

test.each([
  [failed({ unavailable: 'circuit_open', retryAfterSeconds: 7 }), 'engine_unavailable', 503, 7],
  [failed({ unavailable: 'overloaded', retryAfterSeconds: 1 }), 'engine_unavailable', 503, 1],
  [failed({ code: 'timeout' }), 'engine_timeout', 504, undefined],
  [failed({ unreachable: true }), 'engine_failed', 502, undefined],
  [failed({ code: 'invalid_response' }), 'engine_failed', 502, undefined],
] as const)('without a stand-in %j has a status of its own', async (how, code, status, retryAfterSeconds) => {
  const wire = await failure({ query: QUESTION, code: CODE }, failing(how));
  expect(wire).toMatchObject({ code });
  expect(wire.retryAfterSeconds).toBe(retryAfterSeconds);
  expect(statusOf(wire)).toBe(status);
});
