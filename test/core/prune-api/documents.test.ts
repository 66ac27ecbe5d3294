import { expect, test } from 'vitest';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { stubPruner } from '../../contract/stub-pruner.ts';
import { codeAnswer, documentsAnswer } from './test-door.ts';

const text = (name: string, at: number): string =>
  Array.from({ length: 30 }, (_, i) => (i === at ? `needle in ${name}` : `filler ${name} ${i}`)).join('\n');
const A = { id: 'a', source: 'src/a.ts', text: text('a', 3) };
const B = { id: 'b', text: text('b', 29), hints: { lineOffset: 100 }, metadata: { any: 1 } };

test('each document is pruned by the goal and comes back with its names', async () => {
  const answer = await documentsAnswer({ goal: 'needle', documents: [A, B], unknown: true });
  expect(answer).toMatchObject({ ok: true, warnings: [], request_id: 'test-id' });
  expect(answer.documents).toMatchObject([
    { id: 'a', source: 'src/a.ts', text: '(filtered 3 lines)\nneedle in a\n(filtered 26 lines)' },
    { id: 'b', text: '(filtered 29 lines)\nneedle in b' },
  ]);
  expect(answer.text).toBe(`# src/a.ts\n${answer.documents[0]?.text}\n\n# b\n${answer.documents[1]?.text}`);
  expect(answer.stats).toMatchObject({ backend: 'mcp-pruner', provider: 'swe-pruner', model: 'stub-1' });
  expect(answer.stats.compressionRatio).toBe(answer.stats.outputTokens / answer.stats.inputTokens);
  expect(answer.stats.outputTokens).toBeLessThan(answer.stats.inputTokens);
  expect(answer.documents[0]?.score).toBeUndefined();
  expect(answer.documents[0]?.spans).toBeUndefined();
});

test('one document alone is its own text, byte for byte where nothing was removed', async () => {
  const answer = await documentsAnswer({ goal: 'x', documents: [{ text: 'x\r\nx\r\n' }] });
  expect(answer.text).toBe('x\r\nx\r\n');
  expect(answer.stats.inputTokens).toBe(answer.stats.outputTokens);
});

test('scores and spans come when asked for, in the lines of the file', async () => {
  const options = { includeScores: true, includeSpans: true };
  const answer = await documentsAnswer({ goal: 'needle', documents: [A, B], options });
  expect(answer.documents.map(({ score }) => score)).toEqual([1, 1]);
  expect(answer.documents.map(({ spans }) => spans)).toEqual([
    [{ startLine: 4, endLine: 4 }],
    [{ startLine: 130, endLine: 130 }],
  ]);
});

test('line numbers are those of the file, and markers have none', async () => {
  const answer = await documentsAnswer({ goal: 'needle', documents: [B], options: { lineNumbers: true } });
  expect(answer.text).toBe('# b\n(filtered 29 lines)\n  130 | needle in b');
});

test('the tightest budget becomes the same share for every document', async () => {
  const seen: PruneRequest[] = [];
  const documents = [{ text: 'a'.repeat(600) }, { text: 'a'.repeat(400) }];
  await documentsAnswer({ goal: 'g', documents, budget: { chars: 100, ratio: 0.5 } }, stubPruner(seen));
  await documentsAnswer({ goal: 'g', documents, budget: { tokens: 1_000_000 } }, stubPruner(seen));
  expect(seen.map(({ targetRatio }) => targetRatio)).toEqual([0.1, 0.1, undefined, undefined]);
});

test('maxOutputDocuments keeps the best in their order and names what it leaves out', async () => {
  const other = { source: 'c.ts', text: 'nothing of the kind\n'.repeat(20) };
  const answer = await documentsAnswer({
    goal: 'needle',
    documents: [other, A, B],
    options: { maxOutputDocuments: 2 },
  });
  expect(answer.documents.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(answer.warnings).toEqual(['left out by maxOutputDocuments: c.ts']);
});

test('a preserved word that would vanish keeps its document whole', async () => {
  const documents = [{ text: `${text('a', 3)}\nGUARD` }];
  const answer = await documentsAnswer({ goal: 'needle', documents, preserve: ['GUARD'] });
  expect(answer.text).toBe(documents[0]?.text);
  expect(answer.warnings).toEqual(['kept whole: pruning would have dropped a preserved word']);
});

test('a blank goal leaves all documents whole and says so', async () => {
  const answer = await documentsAnswer({ goal: ' ', documents: [A, B] });
  expect(answer.documents.map((document) => document.text)).toEqual([A.text, B.text]);
  expect(answer.warnings).toEqual(['query is blank, nothing was pruned']);
});

test('no documents: an empty answer', async () => {
  expect(await documentsAnswer({ goal: 'g', documents: [] })).toMatchObject({ ok: true, text: '', documents: [] });
});

test('a body with code is dialect A, whatever else it holds', async () => {
  expect(await codeAnswer({ query: 'q', code: 'q', documents: [], goal: 'g' })).toMatchObject({ pruned_code: 'q' });
});
