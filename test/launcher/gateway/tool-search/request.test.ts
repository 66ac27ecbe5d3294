import { expect, test } from 'vitest';
import { readRequest, withKinds } from '../../../../launcher/gateway/tool-search/request.ts';
import { indexRecorded } from '../../../bench/tool-search/figures.ts';

function kindsIn(request: string): string {
  return withKinds(request).replace(/\s+/g, ' ').trim();
}

test.each([
  ['tell #ops that it works again', 'tell #ops channel that it works again'],
  ['what became of #412', 'what became of #412 issue number'],
  ['what changed in 3f0a4d9e', 'what changed in 3f0a4d9e commit revision'],
  ['how big is ./dist', 'how big is ./dist directory folder path'],
  ['what does logo.png show', 'what does logo.png image media file show'],
  ['how far from 52.52, 13.40', 'how far from 52.52, 13.40 coordinates latitude longitude'],
  ['get git@example.org:team/app.git', 'get git@example.org:team/app.git clone repository url'],
  ['write to ada@example.org', 'write to ada@example.org email user'],
  ['scrape https://example.org/docs', 'scrape https://example.org/docs url page website'],
])('%s', (request, kinds) => {
  expect(kindsIn(request)).toBe(kinds);
});

test('words and numbers that name no such thing stay as they are', () => {
  const request = 'add 1234567 rows to the faded table, and/or C# and "feedback"';
  expect(kindsIn(request)).toBe(request);
});

test('a request is searched by the kind of what it names, and by its words', () => {
  const words = readRequest('tell #ops that it works again').words.flatMap(({ stems }) => [...stems.keys()]);
  expect(words).toEqual(expect.arrayContaining(['ops', 'channel']));
});

test.each([
  ['read https://github.com/acme/app/issues/12', 'github'],
  ['open https://www.notion.so/acme/page-1234', 'notion'],
])('a URL of a service finds its tools: %s', (request, server) => {
  expect(indexRecorded().search(request)[0]).toMatch(new RegExp(`^${server}\\.`));
});
