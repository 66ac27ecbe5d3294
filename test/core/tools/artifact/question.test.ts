import { describe, expect, test } from 'vitest';
import { PRUNE_MAX_BYTES, type PruneSelection } from '../../../../src/tools/artifact/prune-lines.ts';
import { openArtifact } from './reading.ts';

const numbered = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');
const question = 'which lines are even?';

/** Keeps every second line of the text. */
const even: PruneSelection = async ({ text, firstLine }) =>
  text
    .split('\n')
    .map((line, i) => (i % 2 === 1 || line === '' ? line : `(filtered 1 lines: ${firstLine + i}-${firstLine + i})`))
    .join('\n');

describe('a question', () => {
  test('prunes the selection, and the pruner knows its first line', async () => {
    const { call } = await openArtifact(numbered(10), { prune: even });
    const page = await call({ context_focus_question: question, start_line: 3, end_line: 6 });
    expect(page.content).toBe('(filtered 1 lines: 3-3)\nline 4\n(filtered 1 lines: 5-5)\nline 6\n');
    expect(page.start_line).toBeUndefined();
    expect(page.notice).toBeUndefined();
  });

  test('nothing is pruned without one', async () => {
    const { call } = await openArtifact(numbered(10), { prune: () => expect.fail('nobody asked') });
    expect((await call()).content).toBe(numbered(10));
  });

  test('is asked once: further pages are of the same text', async () => {
    let asked = 0;
    const prune: PruneSelection = (selected, options) => {
      asked++;
      return even(selected, options);
    };
    const { pages } = await openArtifact(numbered(3000), { prune });
    const shown = await pages({ context_focus_question: 'ä'.repeat(1000) });
    expect(shown.length).toBeGreaterThan(3);
    expect(asked).toBe(1);
    const all = await even({ text: numbered(3000), question, firstLine: 1 }, { signal: new AbortController().signal });
    expect(shown.map(({ content }) => content).join('')).toBe(all);
  });

  test('with a path prunes the value', async () => {
    const { call } = await openArtifact(JSON.stringify({ log: numbered(4) }), { prune: even });
    const { content } = await call({ context_focus_question: question, path: '$.log', start_line: 2 });
    expect(content).toBe('(filtered 1 lines: 2-2)\nline 3\n(filtered 1 lines: 4-4)\n');
  });

  test.each<[string, string | Uint8Array, PruneSelection | undefined, string]>([
    ['a pruner that cannot', numbered(3000), async () => undefined, 'the pruner failed'],
    ['no pruner', numbered(3000), undefined, 'there is no pruner'],
    ['too much text', 'long line\n'.repeat(PRUNE_MAX_BYTES / 10 + 1), even, 'more than 2097152 bytes'],
    ['no text', new Uint8Array([1, 2, 0xff, 10]), even, 'not UTF-8'],
  ])('%s: the whole selection comes back and says so', async (_, body, prune, why) => {
    const { result, call, store, ref } = await openArtifact(body, { prune });
    const asked = await result({ context_focus_question: question });
    const [block] = asked.content;
    expect(block).toMatchObject({ text: expect.stringContaining(why) });
    const { notice, content, nextCursor, ...rest } = asked.structuredContent as never as Record<string, string>;
    expect(notice).toContain(why);
    const plain = await openArtifact(body, { prune, store });
    expect(plain.ref).toBe(ref);
    expect((await plain.call()).content.startsWith(content as string)).toBe(true);
    expect(rest).toMatchObject({ success: true });
    if (nextCursor !== undefined) expect((await call({ cursor: nextCursor })).success).toBe(true);
  });

  test('of lines of a large artifact prunes those', async () => {
    const { call } = await openArtifact(numbered(400_000), { prune: even });
    const page = await call({ context_focus_question: question, start_line: 350_001, end_line: 350_004 });
    expect(page.content).toBe(
      '(filtered 1 lines: 350001-350001)\nline 350002\n(filtered 1 lines: 350003-350003)\nline 350004\n',
    );
  });
});
