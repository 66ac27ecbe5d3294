import { expect, test } from 'vitest';
import { HOOK_NOTICE, hookNotice, readHookNotice } from '../../../src/text/hook-notice.ts';

test('a notice is read back from where it stands, and nothing else is', () => {
  const notice = hookNotice({ question: 'I look.', ref: 'ax://read/0', firstLine: 47 });
  expect(readHookNotice(`a\n${notice}\nb`)).toBe('ax://read/0');
  expect(readHookNotice('a')).toBeUndefined();
  expect(readHookNotice(`It says "${notice}".`)).toBeUndefined();
});

test('without our tools a notice names a file, and is read back', () => {
  const notice = hookNotice({ question: 'I look.', ref: '/tmp/mcp-pruner-0/a (b).txt', firstLine: 47 });
  expect(notice).toBe(
    '[mcp-pruner left out what this does not seem to need: "I look.". A line "*" in .mcp-prunerignore switches this off. All of it: file "/tmp/mcp-pruner-0/a (b).txt" (its line 1 is line 47)]',
  );
  expect(readHookNotice(`a\n${notice}\n<shellId: 1 completed with exit code 0>`)).toBe('/tmp/mcp-pruner-0/a (b).txt');
});

test('words are cut between characters, and a notice has a longest length', () => {
  for (const question of ['\u{1f600}'.repeat(200), ` x${'\u{1f600}'.repeat(200)}`, '漢'.repeat(400)]) {
    const notice = hookNotice({
      question,
      ref: `ax://${'a'.repeat(32)}/${'0'.repeat(32)}`,
      firstLine: 1_000_000,
      isMisnumbered: true,
    });
    expect(() => encodeURIComponent(notice)).not.toThrow();
    expect(notice.length).toBeLessThanOrEqual(HOOK_NOTICE.chars);
  }
});

test('half a surrogate pair in the words, wherever it stands, is left out', () => {
  const ref = 'ax://read/0123456789abcdef0123456789abcdef';
  const notice = hookNotice({ question: 'I \ud83d look\udc00 at 😀.', ref, firstLine: 1 });
  expect(notice).toContain('"I look at 😀."');
});

test.each([
  ['"Show me addMember"', 'need: "Show me addMember"'],
  ['"A" and "B"', 'need: ""A" and "B""'],
  ['""', 'need: """"'],
])('words that quote themselves, %s, are quoted once', (question, quoted) => {
  expect(hookNotice({ question, ref: 'ax://read/1', firstLine: 1 })).toContain(quoted);
});
