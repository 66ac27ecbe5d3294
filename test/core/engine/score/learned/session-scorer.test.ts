import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../../src/engine/pruner.ts';
import type { SessionContext } from '../../../../../src/session-memory/session-context.ts';
import { createSessionMemory } from '../../../../../src/session-memory/session-memory.ts';
import { SHOP, SHOP_NAMES, SHOP_PATH, SHOP_QUESTION } from '../../../../support/shop.ts';

function about(...texts: readonly string[]): SessionContext {
  const { push, context } = createSessionMemory();
  for (const text of texts) push({ kind: 'asked', text, isSummary: false });
  push({ kind: 'called', call: '1', tool: 'Read', args: { file_path: SHOP_PATH } });
  return context();
}

function kept(request: Partial<PruneRequest>): { lines: readonly number[]; of: (name: string) => number } {
  const { details } = pruneText({ text: SHOP, question: SHOP_QUESTION, path: SHOP_PATH, ...request });
  const block = (name: string): number => SHOP_NAMES.indexOf(name) * 16;
  const of = (name: string) =>
    details.keptLines.filter((line) => line > block(name) && line <= block(name) + 16).length;
  return { lines: details.keptLines, of };
}

test('of two places that the question fits alike, what the session is about is kept', () => {
  for (const [name, other] of [
    ['refund', 'depot'],
    ['depot', 'refund'],
  ] as const) {
    const { of } = kept({ context: about(`Mend update_${name}: the ${name} is applied twice`), targetRatio: 0.2 });
    expect(of(name)).toBeGreaterThan(10);
    expect(of(name)).toBeGreaterThan(of(other));
  }
});

test('without a session the answer is that of the words alone', () => {
  expect(pruneText({ text: SHOP, question: SHOP_QUESTION }).details.method).toMatch(/^lexical\//);
  expect(pruneText({ text: SHOP, question: SHOP_QUESTION, context: about() }).details.method).toMatch(/^session\//);
});

test('where nobody asked and nothing is known of a session, the text stays whole', () => {
  const { text, details } = pruneText({ text: SHOP, question: '', automatic: 'balanced' });
  expect([text, details.changed]).toEqual([SHOP, false]);
});

test('where nobody asked, the more careful answer shows more, and expects to miss less', () => {
  const context = about('Mend update_refund: the refund is applied twice');
  const [careful, balanced] = (['careful', 'balanced'] as const).map(
    (automatic) => pruneText({ text: SHOP.repeat(8), question: '', path: SHOP_PATH, context, automatic }).details,
  );
  expect(careful?.keptLines.length).toBeGreaterThanOrEqual(balanced?.keptLines.length ?? 0);
  expect(careful?.expectedRecall ?? 1).toBeGreaterThanOrEqual(balanced?.expectedRecall ?? 1);
});

test('an answer says what share of the needed lines it is expected to show', () => {
  const context = about('Mend update_refund: the refund is applied twice');
  const recalls = [0.1, 0.3, 0.6].map(
    (targetRatio) =>
      pruneText({ text: SHOP, question: SHOP_QUESTION, path: SHOP_PATH, context, targetRatio }).details
        .expectedRecall ?? -1,
  );
  for (const recall of recalls) {
    expect(recall).toBeGreaterThanOrEqual(0);
    expect(recall).toBeLessThanOrEqual(1);
  }
  expect(recalls).toEqual([...recalls].sort());
});

test('the same request has the same answer, bit for bit, on every runtime', () => {
  const context = about('Mend update_refund: the refund is applied twice', 'see src/shop.ts:99');
  const { lineScores } = pruneText({
    text: SHOP,
    question: SHOP_QUESTION,
    path: SHOP_PATH,
    context,
    targetRatio: 0.3,
  }).details;
  const bytes = new Uint8Array(lineScores.buffer);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  expect(hash).toBe(3318061460);
});

test('any text, question and session has an answer', () => {
  const texts = [
    '',
    '\n\n\n\n',
    'x'.repeat(100_000),
    '\u0000\u0001\n\ud800\n\udfff\n',
    '{"a":1}\n'.repeat(500),
    'ab\r\ncd\r\n'.repeat(300),
  ];
  for (const text of texts) {
    for (const automatic of [undefined, 'careful', 'balanced'] as const) {
      const answer = pruneText({
        text,
        question: automatic ? '' : '…',
        path: 'a',
        context: about('\ud800 x'),
        automatic,
      });
      expect(answer.ok).toBe(true);
    }
  }
});

test('files that are read rather than changed are answered by the words of a question, whatever the session was about', () => {
  const { push, context } = createSessionMemory();
  for (let call = 0; call < 5; call++) {
    push({ kind: 'called', call: `${call}`, tool: 'Bash', args: { command: `cat src/shop-${call}.ts` } });
    push({ kind: 'gave', call: `${call}`, text: `export const shop_${call} = open(${call});\n`, isFailed: false });
  }
  const entry = (at: number) =>
    `  "./harbour-${at}": {\n    "types": "./types/harbour-${at}.d.ts",\n    "import": "./h${at}.js"\n  }`;
  const text = `{\n${Array.from({ length: 200 }, (_, at) => entry(at)).join(',\n')}\n}\n`;
  const question = 'Which file has the types of harbour-120?';
  const asked = { text, question, path: 'package.json' };
  expect(pruneText({ ...asked, context: context() }).text).toBe(pruneText(asked).text);
  expect(pruneText(asked).text).toContain('"types": "./types/harbour-120.d.ts"');
});

test('where nobody asked, what a command printed keeps the lines that answer what the agent said', () => {
  const context = about('Mend update_refund: the refund is applied twice');
  const files = Array.from({ length: 500 }, (_, at) => `./packages/part-${at % 40}/src/module-${at}/index.ts`);
  const text = files.with(250, './packages/mirror/src/quota.ts').join('\n');
  const request = { text, question: '', context, automatic: 'balanced' } as const;
  expect(pruneText(request).text).not.toContain('quota.ts');
  const said = { ...request, question: 'Where is the quota of the mirror?' };
  expect(pruneText(said).text).toContain('./packages/mirror/src/quota.ts');
  // A file is mostly read for the agent's next step, so the agent's words do not count.
  const file = { ...request, path: 'files.txt' };
  expect(pruneText({ ...said, path: 'files.txt' }).text).toBe(pruneText(file).text);
});

test('where nobody asked, the dearer a lost line, the more is shown', () => {
  const context = about('Mend update_refund: the refund is applied twice');
  const shown = [0, 1392, 100_000].map((lossTokens) => {
    const request = { text: SHOP.repeat(8), question: '', path: SHOP_PATH, context } as const;
    return pruneText({ ...request, automatic: 'balanced', lossTokens }).details.keptLines.length;
  });
  const [free = 0, dear = 0, priceless] = shown;
  expect(free).toBeLessThan(dear);
  expect(priceless).toBe(SHOP.repeat(8).split('\n').length - 1);
});

test('where nobody asked, what says how much is missing already stays, and both ends of an output', () => {
  const context = about('Mend update_refund: the refund is applied twice');
  const sizes = Array.from({ length: 400 }, (_, at) => `${900 - at} ./packages/part-${at % 40}/module-${at}.ts`);
  const notices = ['[... 756 of 1012 lines omitted ...]', 'Total output lines: 1012', '… 4,096 tokens truncated …'];
  const text = [...sizes.slice(0, 200), ...notices, ...sizes.slice(200)].join('\n');
  const { text: shown } = pruneText({ text, question: '', context, automatic: 'balanced', lossTokens: 0 });
  expect(shown.split('\n').length).toBeLessThan(100);
  for (const line of [...notices, sizes[0], sizes[4], sizes.at(-1)]) expect(shown).toContain(line);
});
