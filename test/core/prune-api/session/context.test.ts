import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { PruneRequest, Pruner } from '../../../../src/engine/pruner.ts';
import { toWireSession } from '../../../../src/prune-api/session/request-session.ts';
import type { SessionStep } from '../../../../src/prune-api/session/session-step.ts';
import { createAutoPruner } from '../../../../src/remote-pruner/auto-pruner.ts';
import { stubPruner } from '../../../contract/stub-pruner.ts';
import { SHOP, SHOP_PATH, SHOP_QUESTION, sessionAbout, shownOf } from '../../../support/shop.ts';
import { codeAnswer, documentsAnswer, replied, toolResponseAnswer } from '../test-door.ts';

const embedded = createEmbeddedPruner();
const TOOL = { tool_response: SHOP, path: SHOP_PATH, context_focus_question: SHOP_QUESTION, target_ratio: 0.2 };
const DOCUMENTS = { goal: SHOP_QUESTION, documents: [{ text: SHOP, source: SHOP_PATH }], budget: { ratio: 0.2 } };
const CODE = { query: SHOP_QUESTION, code: SHOP, path: SHOP_PATH, target_ratio: 0.2 };

const toolResponse = async (more: object): Promise<string> =>
  (await toolResponseAnswer({ ...TOOL, ...more }, embedded)).pruned_code;
const documents = async (more: object): Promise<string> =>
  (await documentsAnswer({ ...DOCUMENTS, ...more }, embedded)).text;
const unclocked = ({ body }: Awaited<ReturnType<typeof replied>>): string => {
  return JSON.stringify(body).replaceAll(/"latency_?ms":\d+/gi, '');
};

test.each([
  ['B', documents],
  ['C', toolResponse],
])('of two places that the question fits alike, that of the session is kept: dialect %s', async (_, ask) => {
  for (const [name, other] of [
    ['refund', 'depot'],
    ['depot', 'refund'],
  ] as const) {
    const pruned = await ask({ context: sessionAbout(name) });
    expect(shownOf(pruned, name)).toBeGreaterThan(10);
    expect(shownOf(pruned, name)).toBeGreaterThan(shownOf(pruned, other));
  }
});

test.each([
  ['B', DOCUMENTS],
  ['C', TOOL],
])('a context of no steps is none, and without one nothing of it is in the answer: dialect %s', async (_, body) => {
  const alone = await replied(body, embedded);
  for (const context of [null, []]) {
    expect(unclocked(await replied({ ...body, context }, embedded))).toBe(unclocked(alone));
  }
  expect(unclocked(alone)).not.toMatch(/recall/i);
});

test('dialect A knows no context, whatever it holds', async () => {
  const alone = unclocked(await replied(CODE, embedded));
  for (const more of [{ context: sessionAbout('refund') }, { context: 'x' }, { automatic: 'never' }]) {
    expect(unclocked(await replied({ ...CODE, ...more }, embedded))).toBe(alone);
  }
  const seen: PruneRequest[] = [];
  await codeAnswer({ ...CODE, context: sessionAbout('refund'), automatic: 'careful' }, stubPruner(seen));
  expect([seen[0]?.context, seen[0]?.automatic]).toEqual([undefined, undefined]);
});

test('what the conversation holds already is named, where its sender says so', async () => {
  const context = [...sessionAbout('refund'), { kind: 'gave', text: SHOP }];
  const { tool_response, path } = TOOL;
  const tool = { tool_response, path, context, automatic: 'balanced' };
  const again = `(lines 1-159 as in the read of ${SHOP_PATH} above)\n`;
  expect((await toolResponseAnswer({ ...tool, context_is_whole: true }, embedded)).pruned_code).toBe(again);
  expect((await toolResponseAnswer(tool, embedded)).pruned_code).not.toContain(' above)');
  const many = { ...DOCUMENTS, budget: undefined, goal: '', context, options: { automatic: 'balanced' } };
  expect((await documentsAnswer({ ...many, contextIsWhole: true }, embedded)).documents[0]?.text).toBe(again);
  const digests = [true, false].map((isWhole) => toWireSession(context as SessionStep[], isWhole)?.digest());
  expect(new Set(await Promise.all(digests)).size).toBe(2);
});

test('with numbered lines, a marker of what was given before has no number', async () => {
  const lines = SHOP.split('\n');
  const known = lines.slice(9, 28).join('\n');
  const context = [...sessionAbout('refund'), { kind: 'called', tool: 'Bash', args: { command: 'cat part' } }];
  const body = { ...DOCUMENTS, budget: undefined, goal: 'How is the depot updated?', contextIsWhole: true };
  const sent = { ...body, context: [...context, { kind: 'gave', text: known }], options: { lineNumbers: true } };
  const { text } = await documentsAnswer(sent, embedded);
  expect(text).toMatch(/^\(lines \d+-\d+ as lines /m);
  for (const line of text.split('\n').slice(1)) {
    const [, number, own] = /^ *(\d+) \| (.*)$/.exec(line) ?? [];
    if (number === undefined) expect(line).toMatch(/^(?:\((?:lines|filtered) .*\))?$/);
    else expect(own).toBe(lines[Number(number) - 1]);
  }
});

test('the answer says what share of the needed lines it is expected to show', async () => {
  const context = sessionAbout('refund');
  const tool = await toolResponseAnswer({ ...TOOL, context }, embedded);
  const { documents: shown } = await documentsAnswer({ ...DOCUMENTS, context }, embedded);
  for (const recall of [tool.expected_recall, shown[0]?.stats.expectedRecall]) {
    expect(recall).toBeGreaterThanOrEqual(0);
    expect(recall).toBeLessThanOrEqual(1);
  }
  const small = await toolResponseAnswer({ ...TOOL, tool_response: 'one line', context }, embedded);
  expect(small.expected_recall).toBe(1);
});

test('where nobody asked, the context alone decides', async () => {
  const context = sessionAbout('refund');
  const seen: PruneRequest[] = [];
  const call = { history: [{ role: 'assistant', content: 'I look' }], tool_call: { name: 'Read', input: {} } };
  await toolResponseAnswer({ tool_response: SHOP, ...call, context, automatic: 'careful' }, stubPruner(seen));
  const options = { automatic: 'balanced' };
  await documentsAnswer({ ...DOCUMENTS, goal: ' ', context, options }, stubPruner(seen));
  expect(seen.map(({ question, automatic }) => [question, automatic])).toEqual([
    ['', 'careful'],
    ['', 'balanced'],
  ]);
  expect(seen.every((request) => request.context !== undefined)).toBe(true);
  const { tool_response, path } = TOOL;
  const long = { tool_response: tool_response.repeat(6), path };
  const [careful, balanced] = await Promise.all(
    ['careful', 'balanced'].map((automatic) => toolResponseAnswer({ ...long, context, automatic }, embedded)),
  );
  expect([careful?.error_msg, balanced?.error_msg]).toEqual([null, null]);
  expect(careful?.kept_line_count).toBeGreaterThanOrEqual(balanced?.kept_line_count ?? 0);
});

test('a question is answered, automatic or not', async () => {
  const context = sessionAbout('refund');
  expect(await toolResponse({ context, automatic: 'careful' })).toBe(await toolResponse({ context }));
  expect(await documents({ context, options: { automatic: 'careful' } })).toBe(await documents({ context }));
});

test('with neither a question nor a context the text is kept whole, and the answer says why', async () => {
  const said = 'query is blank and there is no context, nothing was pruned';
  for (const context of [undefined, []]) {
    const tool = await toolResponseAnswer({ tool_response: SHOP, context, automatic: 'balanced' }, embedded);
    expect([tool.pruned_code, tool.error_msg]).toEqual([SHOP, said]);
    const options = { automatic: 'balanced' };
    const answer = await documentsAnswer({ ...DOCUMENTS, goal: '', context, options }, embedded);
    expect([answer.text, answer.warnings]).toEqual([SHOP, [said]]);
  }
});

test('the embedded engine that stands in for an upstream has the context', async () => {
  const upstream: Pruner = { prune: async () => ({ ok: false, code: 'timeout', message: 'late' }) };
  const pruner = createAutoPruner({ upstream, embedded });
  const { pruned_code } = await toolResponseAnswer({ ...TOOL, context: sessionAbout('refund') }, pruner);
  expect(pruned_code).toBe(await toolResponse({ context: sessionAbout('refund') }));
});
