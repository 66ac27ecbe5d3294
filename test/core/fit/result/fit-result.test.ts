import { expect, test } from 'vitest';
import { fitResult } from '../../../../src/fit/result/fit-result.ts';

const compileFits = async () => undefined;
const pause = async () => {};
const options = {
  maxBytes: 2000,
  structured: true,
  tool: 't',
  question: undefined,
  compileFits,
  kept: new Map(),
  isRepeatable: true,
  pause,
};
const items = Array.from({ length: 3000 }, (_, i) => i);

test('what could not be kept is told by its size all the same', async () => {
  const given = { content: [], structuredContent: { items } };
  const keep = async () => ({ artifact_error: 'failed' as const });
  const { result, shaped } = await fitResult(given, { ...options, keep });
  expect(shaped?.before).toBe(Buffer.byteLength(JSON.stringify(given)));
  expect(result.structuredContent).toMatchObject({ truncated: true, artifactError: 'failed' });
});

test('a result whose original could not be kept was cut, though the same call may give something else', async () => {
  const given = { content: [{ type: 'text', text: 'a line\n'.repeat(2000) }] };
  const keep = async () => ({ artifact_error: 'failed' as const });
  expect(await fitResult(given, { ...options, keep, isRepeatable: false })).toEqual({ result: given });
  const kept = new Map([[0, await keep()]]);
  expect(await fitResult(given, { ...options, keep, kept, isRepeatable: false })).toEqual({ result: given });
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

const keep = async (text: string) => ({ artifact_ref: `ax://t/${text.length}`, bytes: text.length });
const blob = btoa(String.fromCharCode(...Uint8Array.from({ length: 9000 }, (_, i) => (i * i * 31 + i * 7) % 256)));

test('an embedded image was left out with its name', async () => {
  const image = { type: 'resource', resource: { uri: 'file:///a.png', mimeType: 'image/png', blob } };
  const log = { type: 'text', text: 'a line\n'.repeat(2000) };
  const { result } = await fitResult({ content: [log, image] }, { ...options, keep });
  expect(result.content.at(-1)).toEqual(image);
});

test('an embedded file and a long link keep their URIs and names', async () => {
  const file = { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob } };
  const link = {
    type: 'resource_link',
    uri: 'x:1',
    name: 'One',
    description: 'long '.repeat(500),
    _meta: { a: [blob] },
  };
  const text = { type: 'text', text: 'short' };
  const given = { content: [file, link, text] };
  const { result } = await fitResult(given, { ...options, keep });
  expect(result.content).toEqual([
    {
      type: 'text',
      text: `[2 of 3 blocks are short forms; all of them, as JSON: artifact ref="ax://t/${JSON.stringify(given.content).length}"]`,
    },
    { type: 'resource_link', uri: 'file:///a.zip', name: 'file:///a.zip', mimeType: 'application/zip', size: 9000 },
    { type: 'resource_link', uri: 'x:1', name: 'One', description: `${'long '.repeat(40).slice(0, 199)}…` },
    text,
  ]);
});

test('base64 was shown as text', async () => {
  const { result } = await fitResult({ content: [{ type: 'text', text: blob }] }, { ...options, keep });
  expect(result.content).toEqual([
    { type: 'text', text: `[base64, 9000 bytes, not shown; all of it: artifact ref="ax://t/${blob.length}"]` },
  ]);
});
