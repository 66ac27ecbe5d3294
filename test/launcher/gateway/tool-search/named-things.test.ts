import { expect, test } from 'vitest';
import { withKinds } from '../../../../launcher/gateway/tool-search/named-things.ts';
import { readRequest } from '../../../../launcher/gateway/tool-search/request.ts';

function kindsIn(request: string): string {
  return withKinds(request).replace(/\s+/g, ' ').trim();
}

test.each([
  ['tell #ops that it works again', 'tell channel that it works again'],
  ['what became of #412', 'what became of issue number'],
  ['what changed in 3f0a4d9e', 'what changed in commit revision'],
  ['how big is ./dist', 'how big is directory folder path'],
  ['what does logo.png show', 'what does image media file show'],
  ['how far from 52.52, 13.40', 'how far from coordinates latitude longitude'],
  ['get git@example.org:team/app.git', 'get clone repository url'],
  ['write to ada@example.org', 'write to email user'],
])('%s', (request, kinds) => {
  expect(kindsIn(request)).toBe(kinds);
});

test('words and numbers that name no such thing stay as they are', () => {
  const request = 'add 1234567 rows to the faded table, and/or C# and "feedback"';
  expect(kindsIn(request)).toBe(request);
});

test('a request is searched by the kind of what it names', () => {
  expect(readRequest('tell #ops that it works again').words.map((word) => word.stem)).toContain('channel');
});
