import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import { wrapResponse } from '../../../../src/fit/wrap-response.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import { createArtifactTool } from '../../../../src/tools/artifact/artifact-tool.ts';
import { manyBytes } from '../../../contract/artifact-store.ts';
import { anyText, bytesOf, openArtifact, sameBytes } from './reading.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const numbered = (n: number, end = '\n'): string => Array.from({ length: n }, (_, i) => `line ${i + 1}${end}`).join('');

test('text alone says what a page is, and `_meta` the rest', async () => {
  const { ref, result } = await openArtifact(numbered(3000), { structured: false });
  const { content, structuredContent, _meta } = await result();
  expect(structuredContent).toBeUndefined();
  expect(content).toMatchObject([
    { text: expect.stringMatching(/^line 1\n[\s\S]*\n\[More: artifact with this ref and cursor "[^"]+"\]$/) },
  ]);
  expect(_meta?.['jeeves/result']).toEqual({
    summary: expect.stringMatching(/^Lines 1-\d+: bytes 0-\d+ of 28893$/),
    success: true,
    ref,
    encoding: 'utf-8',
    start_line: 1,
    end_line: expect.any(Number),
    total_bytes: 28_893,
    hasMore: true,
    nextCursor: expect.any(String),
  });
  const gone = await result({ ref: `ax://test/${'0'.repeat(32)}` });
  expect([gone.isError, gone.structuredContent, gone._meta?.['jeeves/result']]).toMatchObject([
    true,
    undefined,
    { code: 'ARTIFACT_NOT_FOUND', success: false },
  ]);
});

describe('all pages together are the original', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'word'],
    ['lines', numbered(3000)],
    ['lines without the last break', numbered(3000).slice(0, -1)],
    ['CR LF', numbered(3000, '\r\n')],
    ['lone CR', numbered(3000, '\r')],
    ['characters of several bytes in one line', 'aä€🙂'.repeat(5000)],
    ['what JSON escapes', '\u0000"\\\t\u001f\u007f\u2028'.repeat(3000)],
    ['a byte order mark', `\ufeff${numbered(10)}\ufeff`],
    ['CR LF where pages break', `${'x'.repeat(4000)}\r\n`.repeat(10)],
  ])('%s', async (_, text) => {
    const pages = await (await openArtifact(text)).pages();
    expect(pages.map(({ content }) => content).join('') === text).toBe(true);
    expect(pages.every(({ encoding }) => encoding === 'utf-8')).toBe(true);
  });

  test('a line of several megabytes, without end', async () => {
    const text = 'abcdefghij'.repeat(400_000);
    const { call } = await openArtifact(text);
    let [cursor, at, n] = ['' as string | undefined, 0, 0];
    for (; cursor !== undefined && n < 200; n++) {
      const page = await call(cursor === '' ? {} : { cursor });
      expect(text.startsWith(page.content, at)).toBe(true);
      expect([page.start_line, page.end_line]).toEqual([1, 1]);
      at += page.content.length;
      cursor = page.nextCursor;
    }
    expect(at).toBeGreaterThan(800_000);
  });

  test('bytes that are no text, in base64', async () => {
    const bytes = manyBytes(100_000);
    const pages = await (await openArtifact(bytes)).pages();
    expect(sameBytes(bytesOf(pages), bytes)).toBe(true);
    expect(pages[0]).toMatchObject({ encoding: 'base64', total_bytes: 100_000 });
    expect(pages[0]?.start_line).toBeUndefined();
    const joined = pages.map(({ content }) => content).join('');
    expect(atob(joined).length).toBe(bytes.length);
  });

  test('text with a few bytes that are none: the pages without them stay text', async () => {
    const lines = utf8(numbered(4000));
    const bytes = new Uint8Array([...lines, 0xff, 10, ...lines]);
    const pages = await (await openArtifact(bytes)).pages();
    expect(sameBytes(bytesOf(pages), bytes)).toBe(true);
    expect(pages.filter(({ encoding }) => encoding === 'base64').length).toBeLessThanOrEqual(2);
    expect(pages.at(-1)).toMatchObject({ encoding: 'utf-8', end_line: 8001 });
  });

  test('as text alone, which holds about twice as much', async () => {
    for (const text of [numbered(3000), 'aä€🙂'.repeat(5000), 'what JSON "escapes"\t\u0001\r\n'.repeat(2000)]) {
      const all = await (await openArtifact(text)).pages();
      const pages = await (await openArtifact(text, { structured: false })).pages();
      expect(pages.map(({ content }) => content).join('') === text).toBe(true);
      expect(pages[0]?.content.length).toBeGreaterThan(1.9 * (all[0]?.content.length ?? 0));
    }
  });

  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }),
    anyText.map(utf8),
    fc
      .array(fc.constantFrom('a', 'ä', '🙂', '\n', '\r\n', '\r', '"', '\\', '\u0001', 'word '), { maxLength: 2000 })
      .map((parts) => utf8(parts.join(''))),
    fc
      .array(fc.constantFrom([0xff], [0xc3], [0xe2, 0x82], [10], [97, 98, 99], [0xc3, 0xa4]), { maxLength: 2000 })
      .map((parts) => new Uint8Array(parts.flat())),
  );

  test('whatever the bytes and the budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.integer({ min: 1024, max: 12_000 }),
        fc.boolean(),
        async (body, maxBytes, structured) => {
          const toolName = 'x'.repeat(maxBytes % 64 || 1);
          const pages = await (await openArtifact(body, { maxBytes, toolName, structured })).pages();
          expect(sameBytes(bytesOf(pages), body)).toBe(true);
        },
      ),
      { numRuns: 300, seed: 4 },
    );
  });

  test('whatever the lines, counted as the engine counts them', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'bc', 'ä', '\n', '\r\n', '\r', '\u2028'), { maxLength: 300 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.nat(40), fc.nat(40), async (body, first, more) => {
        const lines = splitLines(body);
        const { call, pages } = await openArtifact(body, { maxBytes: 1100 });
        const range = { start_line: first + 1, end_line: first + 1 + more };
        if (first > 0 && first >= lines.count) {
          expect((await call(range)).message).toContain(`has ${lines.count} line`);
          return;
        }
        const end = lines.starts[Math.min(lines.count, first + 1 + more)];
        const shown = await pages(range);
        expect(shown.map(({ content }) => content).join('')).toBe(body.slice(lines.starts[first], end));
        if (lines.count > 0) {
          expect(shown.at(-1)?.end_line).toBe(Math.min(lines.count, first + 1 + more));
          expect(shown[0]?.start_line).toBe(first + 1);
        }
      }),
      { numRuns: 200, seed: 4 },
    );
  });
});

test('pages break at line ends, and say which lines they show', async () => {
  const pages = await (await openArtifact(numbered(2000))).pages();
  expect(pages.every(({ content }) => content.endsWith('\n'))).toBe(true);
  expect(pages[0]).toMatchObject({ start_line: 1, total_bytes: 18_893, success: true, hasMore: true });
  for (const [i, page] of pages.entries()) {
    if (i > 0) expect(page.start_line).toBe((pages[i - 1]?.end_line ?? 0) + 1);
  }
  expect(pages.at(-1)?.end_line).toBe(2000);
});

test('a page fills most of its budget', async () => {
  const [page] = await (await openArtifact(numbered(2000))).pages();
  expect(page?.content.length).toBeGreaterThan(4200);
});

test('what fits is one page, and the text is the content alone', async () => {
  const { ref, result } = await openArtifact('naïve 🙂\n');
  expect(await result()).toEqual({
    content: [{ type: 'text', text: 'naïve 🙂\n' }],
    structuredContent: {
      summary: 'Lines 1-1: all 12 bytes',
      success: true,
      ref,
      content: 'naïve 🙂\n',
      encoding: 'utf-8',
      start_line: 1,
      end_line: 1,
      total_bytes: 12,
      hasMore: false,
    },
    _meta: { 'jeeves/final': true },
  });
});

test('lines from far behind are found, and going on reads nothing before them', async () => {
  const store = createMemoryArtifactStore();
  const reads: number[] = [];
  const watched = {
    ...store,
    read: (ref: Parameters<typeof store.read>[0], range: Parameters<typeof store.read>[1]) => {
      reads.push(range?.offset ?? 0);
      expect(range?.length).toBeLessThanOrEqual(256 * 1024);
      return store.read(ref, range);
    },
  };
  const { call } = await openArtifact(numbered(200_000), { store: watched });
  const page = await call({ start_line: 190_000, end_line: 199_000 });
  expect(page).toMatchObject({ start_line: 190_000, hasMore: true });
  expect(page.content.startsWith('line 190000\nline 190001\n')).toBe(true);
  reads.length = 0;
  const next = await call({ cursor: page.nextCursor });
  expect(next.start_line).toBe((page.end_line ?? 0) + 1);
  expect(reads.length).toBe(1);
  expect(reads[0]).toBeGreaterThan(2_000_000);
});

describe('a call that cannot be answered says why, and that this is final', () => {
  test.each([
    [{ ref: 'ax://test/0123456789abcdef0123456789abcdef' }, 'ARTIFACT_NOT_FOUND', 'expired or never existed'],
    [{ ref: 'ax://../etc' }, 'INVALID_REF', 'ax://<domain>/<32 hex digits>'],
    [{ ref: '\u0001'.repeat(5000) }, 'INVALID_REF', 'ax://<domain>/<32 hex digits>'],
    [{ start_line: 5, end_line: 4 }, 'INVALID_SELECTION', 'before start_line'],
    [{ start_line: 12 }, 'OUT_OF_RANGE', 'has 11 lines'],
    [{ pattern: 'a', context_focus_question: 'b' }, 'INVALID_SELECTION', 'give only one of them'],
    [{ pattern: '(' }, 'INVALID_PATTERN', 'no closing'],
    [{ pattern: 'x'.repeat(700) }, 'INVALID_PATTERN', 'at most 640 bytes'],
    [{ path: '$.a' }, 'NOT_JSON', 'not JSON'],
    [{ cursor: 'nonsense' }, 'INVALID_CURSOR', 'without cursor'],
  ])('case %#', async (args, code, words) => {
    const { result } = await openArtifact(`${numbered(10)}open`);
    const { structuredContent, isError, content } = await result(args);
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ success: false, code, message: expect.stringContaining(words) });
    expect(content).toEqual([{ type: 'text', text: structuredContent?.['message'] }]);
  });
});

test('a cursor is for its own artifact alone', async () => {
  const one = await openArtifact(numbered(2000));
  const other = await openArtifact(numbered(2001), { store: one.store });
  const { nextCursor } = await one.call();
  expect(await other.call({ cursor: nextCursor })).toMatchObject({ code: 'INVALID_CURSOR' });
});

test('a cursor that was changed is refused, whatever the change', async () => {
  const { call } = await openArtifact(numbered(2000));
  const { nextCursor = '' } = await call();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 300 }),
        fc
          .tuple(fc.nat(nextCursor.length - 1), fc.constantFrom(...'AZaz09-_=+'))
          .map(([at, c]) => `${nextCursor.slice(0, at)}${c}${nextCursor.slice(at + 1)}`),
        fc.json({ maxDepth: 2 }).map((json) => btoa(json.replaceAll(/[^ -~]/g, '?')).replace(/=+$/, '')),
      ),
      async (cursor) => {
        if (cursor === nextCursor) return;
        expect(await call({ cursor })).toMatchObject({ code: 'INVALID_CURSOR', success: false });
      },
    ),
    { numRuns: 300, seed: 4 },
  );
});

test('an artifact that goes while it is read is an unknown one', async () => {
  const { store, ref, call } = await openArtifact(numbered(2000));
  const { nextCursor } = await call();
  const [, , domain = '', id = ''] = ref.split('/');
  await store.remove({ domain, id });
  expect(await call({ cursor: nextCursor })).toMatchObject({ code: 'ARTIFACT_NOT_FOUND' });
});

test('a cancelled call throws the reason', async () => {
  const { store, ref } = await openArtifact(numbered(2000));
  const call = createArtifactTool({ store }).execute(
    { ref, pattern: 'x' },
    { signal: AbortSignal.abort(new Error('left')) },
  );
  await expect(call).rejects.toThrow('left');
});

test('a budget that nothing fits in is refused at once', () => {
  expect(() => createArtifactTool({ store: createMemoryArtifactStore(), maxBytes: 1023 })).toThrow(RangeError);
});

test('the least budget has room for a page, however long the names around it are', async () => {
  const store = createMemoryArtifactStore();
  const body = `${'\u0001🙂"'.repeat(2000)}\n`.repeat(30);
  const { ref } = await store.put({ domain: 'd'.repeat(32), mimeType: 'text/plain', body });
  const { call } = await openArtifact('', {
    store,
    maxBytes: 1024,
    toolName: 't'.repeat(64),
    prune: async () => undefined,
  });
  for (const args of [{}, { context_focus_question: 'what?' }, { pattern: 'x?'.repeat(32) }]) {
    const first = await call({ ref, ...args });
    const second = await call({ ref, cursor: first.nextCursor });
    expect([first.content.length, second.content.length].map((length) => length >= 8)).toEqual([true, true]);
  }
});

test('a line break across the edge of two blocks is one', async () => {
  const block = 256 * 1024;
  for (const end of ['\r\n', '\r', '\n']) {
    for (const before of [block - 1, block - 2, block, 2 * block - 1]) {
      const { call } = await openArtifact(`${'x'.repeat(before)}${end}second${end}third`);
      expect(await call({ start_line: 2, end_line: 2 })).toMatchObject({ content: `second${end}`, start_line: 2 });
      expect((await call({ pattern: 'second|third' })).content).toBe('2:second\n3:third\n');
      expect((await call({ start_line: 4 })).message).toContain('has 3 lines');
    }
  }
});

test('a page is not shaped again', async () => {
  const { result } = await openArtifact(numbered(3000));
  const page = await result();
  expect(await wrapResponse(page, { summary: 'shaped' })).toBe(page);
});
