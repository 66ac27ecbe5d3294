import { expect, test } from 'vitest';
import { asksForReview, showsReview } from '../../../src/session-memory/is-review.ts';

test.each([
  ['Review the changes on this branch', true],
  ['/code-review', true],
  ['Re-review the branch', true],
  ['Please audit how tokens are stored.', true],
  ['explain src/a.ts', true],
  ['Mend the preview of the image', false],
  ['Add a reviewer to the list', false],
  [`Add a field.${' more'.repeat(200)} Then review it`, false],
])('a prompt asks for a review: %s', (prompt, is) => {
  expect(asksForReview(prompt)).toBe(is);
});

test.each([
  ['gh pr diff 12', true],
  ['git diff main...HEAD', true],
  ['git diff', false],
  ['git log main..HEAD', false],
])('a command shows what is to be reviewed: %s', (command, is) => {
  expect(showsReview(command)).toBe(is);
});
