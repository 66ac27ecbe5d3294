import { expect, test } from 'vitest';
import { previewAround, previewOf } from '../../../../src/context/search/preview.ts';
import { toTerms, wordsOf } from '../../../../src/context/search/query-terms.ts';
import { fromStored, toStored } from '../../../../src/context/search/stored-text.ts';
import { CHUNK_UNITS, nameParts, textChunks } from '../../../../src/context/sql/sql-context-write.ts';

test('a query becomes strings and operators of ours alone', () => {
  expect(toTerms('parseHttpRequest "exact phrase" pre* the')).toEqual([
    '"parseHttpRequest"',
    '"parse"',
    '"Http"',
    '"Request"',
    '"exact phrase"',
    '"pre"*',
  ]);
  expect(toTerms('what is it')).toEqual(['"what"', '"is"', '"it"']);
  for (const term of toTerms('a" OR {text}: b')) expect(term).toMatch(/^"[^"]*"\*?$/);
  expect([toTerms(''), toTerms('"" *** --')]).toEqual([[], []]);
  expect(wordsOf('retryDelay "In order"')).toEqual(['retrydelay', 'in order', 'retry', 'delay']);
});

test('the parts of names, once each', () => {
  expect(nameParts('HTTPServer max_retry HTTPServer plain x1')).toBe('http server max retry');
});

test('a text is cut into parts between characters, and stored so that nothing of it is lost', () => {
  const text = `${'a'.repeat(CHUNK_UNITS - 1)}🙂${'b'.repeat(CHUNK_UNITS)}`;
  const chunks = textChunks(text);
  expect(chunks.join('')).toBe(text);
  expect(chunks.every((chunk) => (chunk as unknown as { isWellFormed(): boolean }).isWellFormed())).toBe(true);
  for (const odd of ['\0', '\ue000', '\ue0000', '\ue0001\0', 'plain', '']) {
    expect(toStored(odd)).not.toContain('\0');
    expect(fromStored(toStored(odd))).toBe(odd);
  }
});

test('a preview is one line, around what was looked for', () => {
  expect(previewOf('  one\n\ttwo\u0007 three')).toBe('one two three');
  expect(previewOf('x'.repeat(500)).length).toBeLessThanOrEqual(160);
  const text = `${'first\n'.repeat(200)}the Retry delay is 5\nafter`;
  expect(previewAround(text, ['retry'])).toBe('…the Retry delay is 5 after');
  expect(previewAround(text, ['missing'])).toBe(previewOf(text));
});
