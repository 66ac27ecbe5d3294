import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { boundedChunks, LONGEST_RUN } from '../../../../src/base/tokens/bounded-chunks.ts';
import { BURST_CHARS, countInTurns, tokenBursts } from '../../../../src/base/tokens/count-in-turns.ts';
import { mayHaveLongRun } from '../../../../src/base/tokens/may-have-long-run.ts';
import { loadO200k } from '../../../../src/base/tokens/o200k.ts';
import { generator, sourceText } from '../../engine/texts.ts';

const count = await loadO200k();

// Pieces that the splitter treats differently, and pieces that may meet at a cut.
const ATOMS = [
  ...[
    'a',
    'Z',
    'it',
    "'s",
    "'LL",
    "'",
    '7',
    '1234',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\n\n',
    '/',
    '//',
    '.',
    '{',
    '"',
    '-',
  ],
  ...['\u0301', 'e\u0301', '\u00e9', '\u6f22\u5b57', '\uff0c', '\u3000', '\u00a0', '\u2028', '\ud83d\ude00', '\ud800'],
  ...['\udc00', '\u0b6a', '\u00bd', '\u02b0', '\u01c5', '<|endoftext|>', '_', '\u0000'],
];

function mixed(seed: number, atoms: number): string {
  const next = generator(seed);
  return Array.from({ length: atoms }, () => ATOMS[next(ATOMS.length)]).join('');
}

test('wherever a text is cut, the counts add up to the whole, by the library itself', () => {
  const plain = { disallowedSpecial: new Set<string>() };
  for (let seed = 0; seed < 400; seed++) {
    const text = mixed(seed, 60);
    const bursts = [...tokenBursts(text, 2 + (seed % 9))];
    expect(bursts.join('')).toBe(text);
    const sum = bursts.reduce((tokens, burst) => tokens + countTokens(burst, plain), 0);
    expect(sum, JSON.stringify(text)).toBe(countTokens(text, plain));
  }
});

const LARGE: Record<string, string> = {
  source: sourceText(5, 12_000),
  'source with other letters': `${sourceText(6, 9000)}// \u2026 \u6f22\u5b57\n${sourceText(7, 4000)}`,
  'minified JSON': `[${'{"id":1,"name":"foo","tags":["x"]},'.repeat(9000)}{}]`,
  mixed: mixed(9, 200_000),
  'one run': '-'.repeat(400_000),
  'one run and then another': `${'q'.repeat(300_000)}${' '.repeat(300_000)}`,
  short: 'const a = 1;\n',
  nothing: '',
};

test.each(Object.entries(LARGE))('counting in turns gives the same count: %s', async (_, text) => {
  const turns: number[] = [];
  const turn = async (chars: number): Promise<void> => void turns.push(chars);
  expect(await countInTurns(text, count, turn)).toBe(count(text));
  expect(turns.length).toBeGreaterThanOrEqual(Math.floor(text.length / (2 * BURST_CHARS)));
});

test('bursts are short where the text has seams', () => {
  for (const name of ['source', 'minified JSON', 'mixed']) {
    for (const burst of tokenBursts(LARGE[name] as string)) expect(burst.length).toBeLessThan(BURST_CHARS + 100);
  }
});

test('whoever gives up between two turns is not counted for', async () => {
  const turn = (): Promise<void> => Promise.reject(new Error('gone'));
  await expect(countInTurns('x', count, turn)).rejects.toThrow('gone');
});

test('a long run is never missed, and ordinary text has none', () => {
  const next = generator(3);
  for (const one of ['a', '\u0301', '-', '\ud83d\ude00', ' ', '\n', '/', '/\n', '\r\n', ' \n']) {
    for (let k = 0; k < 40; k++) {
      const run = one.repeat(Math.ceil((LONGEST_RUN + 1) / one.length));
      const text = `${mixed(k, next(300))}0${run}${mixed(k + 1, next(300))}`;
      expect(mayHaveLongRun(text, LONGEST_RUN), JSON.stringify(one)).toBe(true);
      expect([...boundedChunks(text)].join('')).toBe(text);
    }
  }
  expect(mayHaveLongRun(LARGE['source'] as string, LONGEST_RUN)).toBe(false);
});
