import { expect, test } from 'vitest';
import { META, readRequestMeta, withoutRequestMeta } from '../../../../src/mcp/modern/request-meta.ts';

const META_FIELDS = {
  [META.version]: '2026-07-28',
  [META.client]: { name: 'x', version: '1' },
  [META.capabilities]: { roots: {} },
};

test('a request says whose it is; one of an earlier version does not', () => {
  const said = { version: '2026-07-28', clientName: 'x', capabilities: { roots: {} } };
  expect(readRequestMeta('tools/list', { _meta: { ...META_FIELDS, [META.logLevel]: 'info' } })).toEqual({
    ...{ ...said, logLevel: 'info' },
  });
  const { [META.client]: _, ...unnamed } = META_FIELDS;
  expect(readRequestMeta('tools/list', { _meta: unnamed })?.clientName).toBeUndefined();
  for (const params of [undefined, null, 1, [], {}, { _meta: null }, { _meta: { progressToken: 1 } }]) {
    expect(readRequestMeta('tools/list', params)).toBeUndefined();
  }
});

test.each([
  [{ [META.version]: 7 }, -32602, [META.version]],
  [{ [META.version]: 'x'.repeat(1000) }, -32022, []],
  [{ [META.capabilities]: [] }, -32602, [META.capabilities]],
  [{ [META.client]: { version: '1' }, [META.logLevel]: 7 }, -32602, [META.client, META.logLevel]],
])('%j is refused', (wrong, code, paths) => {
  expect.assertions(2);
  try {
    readRequestMeta('tools/list', { _meta: { ...META_FIELDS, ...wrong } });
  } catch (error) {
    const { data } = error as { data: { issues?: { path: string }[]; requested?: string } };
    expect(error).toMatchObject({ code });
    if (code === -32022) expect(data.requested).toHaveLength(100);
    else expect(data.issues?.map(({ path }) => path)).toEqual(paths.map((path) => `_meta.${path}`));
  }
});

test('what a request says of itself goes no further than to us', () => {
  expect(withoutRequestMeta({ a: 1, _meta: { ...META_FIELDS, progressToken: 7 } })).toEqual({
    ...{ a: 1, _meta: { progressToken: 7 } },
  });
  expect(withoutRequestMeta({ a: 1, _meta: META_FIELDS })).toEqual({ a: 1 });
  expect(withoutRequestMeta(undefined)).toBeUndefined();
});
