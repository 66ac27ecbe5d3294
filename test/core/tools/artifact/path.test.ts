import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import { redactingArtifacts } from '../../../../src/artifacts/redacting-artifacts.ts';
import { type JsonPath, writeJsonPath } from '../../../../src/base/json/json-path.ts';
import { createArtifactTool } from '../../../../src/tools/artifact/artifact-tool.ts';
import { PATH_MAX_BYTES } from '../../../../src/tools/artifact/open-reading.ts';
import { anyText, openArtifact } from './reading.ts';

const DATA = {
  items: [
    { name: 'first', tags: ['a', 'b'], 'a key': 1 },
    { name: 'second\nline', tags: [], deep: { name: 'inner' } },
    { name: 'third', n: null },
  ],
  total: 3,
  'it\'s "quoted"': true,
  ünï: 'ö',
};

describe('a JSON path', () => {
  test.each([
    ['$', JSON.stringify(DATA)],
    ['$.total', '3'],
    ['total', '3'],
    ['items[0].name', 'first'],
    ['$.items[1].name', 'second\nline'],
    ['$["items"][-1]["name"]', 'third'],
    ["$['items'][0]['a key']", '1'],
    ['$["it\'s \\"quoted\\""]', 'true'],
    ["$['it\\'s \"quoted\"']", 'true'],
    ['$.ünï', 'ö'],
    ['$.items[2].n', 'null'],
    ['$.items[0].tags', '["a","b"]'],
    ['$.items[*].name', '[\n"first",\n"second\\nline",\n"third"\n]'],
    ['$.items[1:].name', '[\n"second\\nline",\n"third"\n]'],
    ['$.items[::-2].name', '[\n"third",\n"first"\n]'],
    ['$.items[0,2].name', '[\n"first",\n"third"\n]'],
    ['$.items[0]["name", "a key"]', '[\n"first",\n1\n]'],
    ['$..name', '[\n"first",\n"second\\nline",\n"inner",\n"third"\n]'],
    ['$..[0]', `[\n${JSON.stringify(DATA.items[0])},\n"a"\n]`],
    ['$.items[5:]', '[]'],
    ['$.nothing[*]', '[]'],
  ])('%s', async (path, expected) => {
    const { call } = await openArtifact(JSON.stringify(DATA, undefined, 2));
    expect((await call({ path })).content).toBe(expected);
  });

  test.each([
    ['$.nope', 'PATH_NOT_FOUND', 'no key \\"nope\\": $ is an object with the keys \\"items\\", \\"total\\"'],
    ['$.items[3].name', 'PATH_NOT_FOUND', 'no index 3: $.items is an array of 3'],
    ['$.total.x', 'PATH_NOT_FOUND', '$.total is a number'],
    ['$.items[?@.n]', 'INVALID_PATH', 'filters are not supported'],
    ['$.items[', 'INVALID_PATH', 'at the end'],
    ['$.items[01]', 'INVALID_PATH', 'expected an index'],
    ['$.', 'INVALID_PATH', 'expected a name'],
    ['$.__proto__', 'PATH_NOT_FOUND', 'no key'],
    ['$.items.length', 'PATH_NOT_FOUND', 'an array of 3'],
  ])('%s is refused, and why', async (path, code, words) => {
    const { call } = await openArtifact(JSON.stringify(DATA));
    const { message, ...rest } = await call({ path });
    expect(rest).toMatchObject({ code, success: false });
    expect(JSON.stringify(message)).toContain(words);
  });

  test('goes with lines and a pattern', async () => {
    const { call } = await openArtifact(JSON.stringify({ log: 'one\ntwo\nthree\nfour\n' }));
    expect(await call({ path: '$.log', start_line: 2, end_line: 3 })).toMatchObject({
      content: 'two\nthree\n',
      start_line: 2,
      end_line: 3,
    });
    expect((await call({ path: '$.log', pattern: 'o' })).content).toBe('1:one\n2:two\n4:four\n');
    expect((await call({ path: '$.log', pattern: 'o', start_line: 2 })).content).toBe('2:two\n4:four\n');
  });

  test('is paged, by the cursor alone', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({ id: i, text: `row "${i}"` }));
    const { pages } = await openArtifact(JSON.stringify({ rows }));
    const shown = await pages({ path: '$.rows[*].text' });
    expect(shown.length).toBeGreaterThan(5);
    expect(JSON.parse(shown.map(({ content }) => content).join(''))).toEqual(rows.map(({ text }) => text));
    const found = await pages({ path: '$.rows[*].text', pattern: '7' });
    expect(found.length).toBeGreaterThan(2);
    expect(found.flatMap(({ content }) => content.trimEnd().split('\n')).length).toBe(
      rows.filter(({ id }) => String(id).includes('7')).length,
    );
  });

  test('a page of a selection that is no longer kept says so', async () => {
    const { call, store } = await openArtifact(JSON.stringify({ text: 'x'.repeat(20_000) }));
    const { nextCursor } = await call({ path: '$.text' });
    for (const one of (await store.list())?.artifacts ?? []) if (one.domain === 'selection') await store.remove(one);
    expect(await call({ cursor: nextCursor })).toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  test('a selection that the store does not take is an error that says what to do', async () => {
    const store = createMemoryArtifactStore();
    const full = { ...store, put: () => Promise.reject(new ArtifactError('too_large', 'full')) };
    const tool = createArtifactTool({ store: full });
    const { ref } = await store.put({
      domain: 'test',
      mimeType: 'a/b',
      body: JSON.stringify({ t: 'x'.repeat(20_000) }),
    });
    const { structuredContent, isError } = await tool.execute(
      { ref, path: '$.t' },
      { signal: AbortSignal.timeout(9000) },
    );
    expect([isError, structuredContent]).toEqual([
      true,
      expect.objectContaining({ code: 'TOO_LARGE', message: expect.stringContaining('select less') }),
    ]);
  });

  test('in more JSON than is read at once', async () => {
    const { call } = await openArtifact(`["${'x'.repeat(PATH_MAX_BYTES)}"]`);
    expect(await call({ path: '$[0]' })).toMatchObject({ code: 'TOO_LARGE' });
  });

  test('that goes through more values than there is time for', async () => {
    const { call } = await openArtifact(`${'['.repeat(60)}${']'.repeat(60)}`);
    expect(await call({ path: `$${'..*'.repeat(12)}` })).toMatchObject({ code: 'TOO_LARGE' });
  });

  test('that asks every value for many names', async () => {
    const { call } = await openArtifact(`[${Array(1_000_000).fill('[]').join()}]`);
    expect(await call({ path: `$..[${Array(490).fill('"a"').join()}]` })).toMatchObject({ code: 'TOO_LARGE' });
  });

  test('in JSON as deep as can be', async () => {
    const { call } = await openArtifact(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    // Some runtimes have enough stack to parse it.
    const { code, success, summary } = await call({ path: '$[0]' });
    expect(success ? summary : code).toMatch(/^(?:TOO_LARGE|NOT_JSON|Lines 1-1: bytes 0-\d+ of 399998)$/);
  });
});

test('a byte order mark before JSON does no harm', async () => {
  expect((await (await openArtifact('\ufeff{"a":1}')).call({ path: '$.a' })).content).toBe('1');
});

const canTellSources = 'rawJSON' in JSON;
test.runIf(canTellSources)('numbers that a double does not hold come as they were written', async () => {
  const { call } = await openArtifact('{"id": 12345678901234567890, "f": [0.1000000000000000055511151231257827]}');
  expect((await call({ path: '$.id' })).content).toBe('12345678901234567890');
  expect((await call({ path: '$.f' })).content).toBe('[0.1000000000000000055511151231257827]');
  expect((await call({ path: '$.id.x' })).message).toContain('is a number');
});

test('a path that a shaped result names is read back, whatever the keys', async () => {
  const key = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    anyText.map((text) => text.slice(0, 12)),
    fc.constantFrom('$', '$ref', '*', '..', "'", '__proto__'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(key, fc.nat(3)), { maxLength: 5 }), async (steps) => {
      let data: unknown = 'found';
      let path: JsonPath | undefined;
      for (const step of steps.toReversed()) {
        data = typeof step === 'number' ? [...new Array<null>(step).fill(null), data] : { ['x']: 0, [step]: data };
      }
      for (const step of steps) path = { above: path, step };
      const written = writeJsonPath(path);
      if (written.length > 500 || !(written as unknown as { isWellFormed(): boolean }).isWellFormed()) return;
      expect((await (await openArtifact(JSON.stringify(data))).call({ path: written })).content).toBe('found');
    }),
    { numRuns: 150, seed: 4 },
  );
});

test('whatever stands where a path should, the answer is clear', async () => {
  const { call } = await openArtifact(JSON.stringify(DATA));
  const part = fc.constantFrom(
    '$',
    '.',
    '..',
    '[',
    ']',
    '*',
    '"',
    "'",
    '0',
    '-1',
    ':',
    ',',
    'items',
    'name',
    '\\',
    '?',
    ' ',
    'ü',
  );
  const path = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(path, async (given) => {
      const { success, code } = await call({ path: given });
      expect(success || ['INVALID_PATH', 'PATH_NOT_FOUND'].includes(code ?? '')).toBe(true);
    }),
    { numRuns: 500, seed: 4 },
  );
});

test('a store that redacts may change a value that is kept: pages go on in what was kept', async () => {
  const store = redactingArtifacts(createMemoryArtifactStore());
  const secret = `\\u0041KIA${'A7'.repeat(8)}`;
  const lines = Array.from({ length: 2000 }, (_, i) => `line ${i + 1}`).join('\\n');
  const { pages } = await openArtifact(`{"log": "${secret}\\n${lines}"}`, { store });
  const all = (await pages({ path: '$.log' })).map(({ content }) => content).join('');
  expect(all).toBe(`[redacted:aws-key-id]\n${lines.replaceAll('\\n', '\n')}`);
  const from = (await pages({ path: '$.log', start_line: 2 })).map(({ content }) => content).join('');
  expect(from).toBe(lines.replaceAll('\\n', '\n'));
});
