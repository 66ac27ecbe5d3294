import { expect, test } from 'vitest';
import { EVERYDAY_WORDS } from '../../../../launcher/gateway/tool-search/everyday-words.ts';
import { stemsOf } from '../../../../launcher/gateway/tool-search/words.ts';
import { RECORDED_SERVERS } from '../../../bench/tool-search/recorded-servers.ts';

const LINES = EVERYDAY_WORDS.trim()
  .split('\n')
  .map((line) => {
    const [tools = '', people = ''] = line.split(':');
    return { tools: stemsOf(tools), people: people.split(',').map(inStems) };
  });

function inStems(phrase: string): string {
  const parts = phrase.split('…').map((part) => stemsOf(part).join(' '));
  return parts.join(' … ');
}

const repeated = (all: readonly string[]): readonly string[] => all.filter((one, i) => all.indexOf(one) !== i);

test('every line has words of tools and what people say for them, each once', () => {
  for (const { tools, people } of LINES) {
    expect(tools).not.toEqual([]);
    expect(people).not.toContain('');
    expect(repeated(people)).toEqual([]);
  }
});

test('no two lines have the same words of tools, in whatever order', () => {
  expect(repeated(LINES.map(({ tools }) => tools.toSorted().join(' ')))).toEqual([]);
});

test('the words of tools name none of the servers that the figures are of', () => {
  const servers = new Set(RECORDED_SERVERS.map(({ name }) => stemsOf(name).join(' ')));
  expect(LINES.flatMap(({ tools }) => tools).filter((stem) => servers.has(stem))).toEqual([]);
});

test('no common word stands alone, nor a form of one, as "news" is cut to "new"', () => {
  const common = 'new them open edit look fetch block scrape late second connect know like these whose why again';
  const alone = new Set(LINES.flatMap(({ people }) => people));
  expect(stemsOf(common).filter((stem) => alone.has(stem))).toEqual([]);
});
