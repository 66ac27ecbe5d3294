import { expect, test } from 'vitest';
import { compactBlock } from '../../../../src/fit/result/fit-blocks.ts';

test('a link keeps its URI and name, and loses long texts and fields', () => {
  const link = { type: 'resource_link', uri: 'file:///a.md', name: 'a.md', mimeType: 'text/markdown' };
  const long = { description: 'd'.repeat(900), annotations: { priority: 1 }, _meta: { all: 'm'.repeat(900) } };
  const short = compactBlock({ ...link, ...long });
  expect(short).toMatchObject({ ...link, annotations: { priority: 1 } });
  expect(String(short['description']).length).toBeLessThanOrEqual(200);
  expect(short).not.toHaveProperty('_meta');
});

test('an embedded file becomes a link that says its size; images and texts stay', () => {
  const blob = Buffer.from('x'.repeat(900)).toString('base64');
  const file = { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob } };
  expect(compactBlock(file)).toEqual({
    ...{ type: 'resource_link', uri: 'file:///a.zip', name: 'file:///a.zip' },
    ...{ mimeType: 'application/zip', size: 900 },
  });
  const image = { type: 'resource', resource: { uri: 'file:///a.png', mimeType: 'image/png', blob } };
  expect(compactBlock(image)).toBe(image);
  const text = { type: 'text', text: 't'.repeat(900) };
  expect(compactBlock(text)).toBe(text);
});

test('fields that are undefined, as importers of the core may leave them, are left out', () => {
  const link = { type: 'resource_link', uri: 'a:b', name: 'a', description: 'd'.repeat(900), title: undefined };
  expect(compactBlock(link as never)).not.toHaveProperty('title');
});
