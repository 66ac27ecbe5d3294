import { expect, test } from 'vitest';
import { detached } from '../../../src/session-memory/detached.ts';

test.each(['', 'a.ts', 'äö😀.ts', '\ud800lone'])('a detached text is the same text: %j', (text) => {
  expect(detached(`before ${text} behind`.slice(7, 7 + text.length))).toBe(text);
});
