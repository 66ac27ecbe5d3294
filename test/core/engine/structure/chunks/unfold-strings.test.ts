import { expect, test, vi } from 'vitest';
import { unfoldStrings } from '../../../../../src/engine/structure/chunks/unfold-strings.ts';
import { atOnce } from '../../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../../src/text/lines.ts';

/** Calls `work`, and returns how many characters it has searched for signs, at most. */
function searchedIn(work: () => void): number {
  let searched = 0;
  const { indexOf, includes } = String.prototype;
  const first = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, sign, from = 0) {
    const found = indexOf.call(this, sign, from);
    searched += (found < 0 ? this.length : found) - from;
    return found;
  });
  const any = vi.spyOn(String.prototype, 'includes').mockImplementation(function (this: string, sign, from = 0) {
    searched += this.length - from;
    return includes.call(this, sign, from);
  });
  try {
    work();
  } finally {
    first.mockRestore();
    any.mockRestore();
  }
  return searched;
}

test.each([
  ['backslashes', `C:\\logs ${'x'.repeat(2_000)}`],
  ['quotes', `"${'x'.repeat(2_000)}"`],
  ['neither', 'x'.repeat(2_000)],
  ['a backslash at its end, before a line break', `"${'x'.repeat(2_000)}\\`],
])('each long line with %s was searched to the end of the text', (_, line) => {
  const lines = splitLines(`${line}\n`.repeat(500));
  const searched = searchedIn(() => expect(atOnce(unfoldStrings(lines))).toBeUndefined());
  expect(searched).toBeLessThanOrEqual(2 * lines.text.length);
});

test('thousands of long lines were one step: there is one for every few of them', () => {
  const lines = splitLines(`C:\\logs "${'x'.repeat(2_000)}"\n`.repeat(4_800));
  const steps = [...unfoldStrings(lines)];
  expect(steps.length).toBeGreaterThan(70);
  expect(Math.max(...steps)).toBeLessThan(30_000);
});

test('strings of several lines are unfolded, and an offset leads back to the original', () => {
  const held = Array.from({ length: 100 }, (_, i) => `held line ${i} is here`).join('\n');
  const lines = splitLines(`${`${JSON.stringify({ held })}\n`.repeat(3)}"short"\n`);
  const { lines: inner, place } = atOnce(unfoldStrings(lines)) ?? {};
  const at = inner?.text.lastIndexOf('held line 99') ?? -1;
  expect(inner?.text.split(held)).toHaveLength(4);
  expect(place?.(at)).toBe(lines.text.lastIndexOf('held line 99'));
});
