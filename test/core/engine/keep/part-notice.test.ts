import { describe, expect, it } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const COLORS = ['red', 'blue', 'green', 'white', 'black'];

const boats = JSON.stringify(
  Array.from({ length: 120 }, (_, at) => ({
    boat: `hull-${at}`,
    color: COLORS[at % 5],
    keel: at % 31 === 4 ? 'cracked' : 'sound',
  })),
  null,
  1,
);

describe('a part of a list', () => {
  it('is counted', () => {
    const { details } = pruneText({ text: boats, question: 'List the boats with any cracked keel' });
    expect(details.keptLines.length).toBeLessThan(boats.split('\n').length);
    expect(details.notice).toMatch(/^\(\d+ of \d+ (?:lines shown; others may match|matches shown; .+)\)$/);
  });

  it('is not counted if one item answers', () => {
    expect(pruneText({ text: boats, question: 'What color is hull-17?' }).details.notice).toBeUndefined();
  });

  it('is not counted within a limit', () => {
    const { notice } = pruneText({ text: boats, question: 'Which boats are cracked?', targetRatio: 0.5 }).details;
    expect(notice ?? '').not.toContain('others may match');
  });
});
