import { expect, test } from 'vitest';
import { listPages, MAX_PAGES } from '../../../../../launcher/gateway/upstream/connection/list-pages.ts';
import type { JsonObject } from '../../../../../src/base/json/json-object.ts';

function pager(answers: (params: JsonObject | undefined) => JsonObject) {
  const asked: (JsonObject | undefined)[] = [];
  const fetchPage = async (params: JsonObject | undefined): Promise<JsonObject> => {
    asked.push(params);
    return answers(params);
  };
  return { asked, fetchPage };
}

test('asks until there is no cursor, an empty one included', async () => {
  const pages: Record<string, JsonObject> = {
    first: { tools: [{ name: 'a' }], nextCursor: '' },
    '': { tools: [{ name: 'b' }], nextCursor: 'z' },
    z: { tools: [{ name: 'c' }] },
  };
  const { asked, fetchPage } = pager((params) => pages[(params?.['cursor'] as string | undefined) ?? 'first'] ?? {});
  expect(await listPages('tools', fetchPage)).toEqual({
    entries: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    cut: undefined,
  });
  expect(asked).toEqual([undefined, { cursor: '' }, { cursor: 'z' }]);
});

test('ends at a cursor that it has seen', async () => {
  const { asked, fetchPage } = pager(() => ({ tools: [{ name: 'a' }], nextCursor: 'same' }));
  expect((await listPages('tools', fetchPage)).cut).toBe('repeated_cursor');
  expect(asked).toHaveLength(2);
});

test('ends after many pages', async () => {
  let next = 0;
  const { asked, fetchPage } = pager(() => ({ tools: [{}], nextCursor: String(next++) }));
  const { cut, entries } = await listPages('tools', fetchPage);
  expect([cut, entries.length, asked.length]).toEqual(['too_many_pages', MAX_PAGES, MAX_PAGES]);
});

test('a page without its list is refused, entries that are none are left out', async () => {
  await expect(listPages('tools', async () => ({}))).rejects.toThrow('cannot read a page of tools: expected an array');
  expect((await listPages('tools', async () => ({ tools: [1, null, [], { name: 'a' }] }))).entries).toEqual([
    { name: 'a' },
  ]);
});
