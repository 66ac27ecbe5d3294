import { expect, test } from 'vitest';
import type { SearchEvent } from '../../../../launcher/tools/grep/engine.ts';
import { MatchCollector } from '../../../../launcher/tools/grep/match-collector.ts';

const at = (file: string): Buffer => Buffer.from(`/project/${file}`);
const match = (file: string, line: number, text: string): SearchEvent => ({
  ...{ kind: 'line', isMatch: true, path: at(file), line, column: 1, text, at: 0 },
});
const binary = (file: string): SearchEvent => ({ kind: 'binary', path: at(file) });

/** Collects these events. Returns the matches, and how often the collector said that it had enough. */
function collected(limits: { readonly maxMatches: number; readonly maxBytes: number }, ...events: SearchEvent[]) {
  let enough = 0;
  const collector = new MatchCollector({ folder: '/project', contextLines: 0, ...limits }, () => enough++);
  for (const event of events) collector.add(event);
  const { matches, truncated } = collector.collected();
  return { shown: matches.map(({ text }) => text), truncated, enough, finished: collector.finished };
}

const full = { truncated: false, enough: 0, finished: false };
const over = { truncated: true, enough: 1, finished: false };

test('a binary file of which nothing was shown gives no room and takes none', () => {
  const limits = { maxMatches: 2, maxBytes: 6 };
  const both = [binary('bin'), match('a', 1, 'abc'), match('a', 2, 'def')];
  expect(collected(limits, ...both)).toEqual({ shown: ['abc', 'def'], ...full });
  expect(collected(limits, ...both, match('a', 3, ''))).toEqual({ shown: ['abc', 'def'], ...over });
  expect(collected({ ...limits, maxMatches: 9 }, ...both, match('a', 3, 'g'))).toEqual({
    ...{ shown: ['abc', 'def'], ...over },
  });
});

test('a binary file gives back the room that its lines took, and no more', () => {
  const limits = { maxMatches: 9, maxBytes: 6 };
  const dropped = [match('bin', 1, 'abc'), match('bin', 2, 'de'), binary('bin')];
  const both = [...dropped, match('a', 1, 'abc'), match('a', 2, 'def')];
  expect(collected(limits, ...both)).toEqual({ shown: ['abc', 'def'], ...full });
  expect(collected(limits, ...both, match('a', 3, 'g'))).toEqual({ shown: ['abc', 'def'], ...over });
});

test('a search ends with the match that is shown in part', () => {
  expect(collected({ maxMatches: 9, maxBytes: 2 }, match('a', 1, 'abc'))).toEqual({ shown: ['ab'], ...over });
});

test('a file that cannot be read does not end a search', () => {
  const unreadable: SearchEvent = { kind: 'unreadable', path: at('b'), why: 'Permission denied' };
  expect(collected({ maxMatches: 9, maxBytes: 9 }, unreadable, match('a', 1, 'abc'))).toEqual({
    ...{ shown: ['abc'], ...full },
  });
});
