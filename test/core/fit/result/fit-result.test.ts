import { expect, test } from 'vitest';
import { fitResult } from '../../../../src/fit/result/fit-result.ts';

const compileFits = async () => undefined;
const options = { maxBytes: 2000, structured: true, tool: 't', question: undefined, compileFits, kept: new Map() };
const items = Array.from({ length: 3000 }, (_, i) => i);

test('what could not be kept is told by its size all the same', async () => {
  const given = { content: [], structuredContent: { items } };
  const keep = async () => ({ artifact_error: 'failed' as const });
  const { result, shaped } = await fitResult(given, { ...options, keep });
  expect(shaped?.before).toBe(Buffer.byteLength(JSON.stringify(given)));
  expect(result.structuredContent).toMatchObject({ truncated: true, artifactError: 'failed' });
});

test('structured content is kept by itself where another text is cut too', async () => {
  const kept: string[] = [];
  const keep = async (text: string) => {
    kept.push(text);
    return { artifact_ref: `ax://t/${kept.length}`, bytes: text.length };
  };
  const log = { type: 'text', text: 'a line\n'.repeat(2000) };
  const json = { type: 'text', text: JSON.stringify({ items }) };
  const { result } = await fitResult({ content: [log, json], structuredContent: { items } }, { ...options, keep });
  const { artifactRef } = result.structuredContent as { artifactRef: string };
  expect(kept[Number(artifactRef.slice(7)) - 1]).toBe(json.text);
});
