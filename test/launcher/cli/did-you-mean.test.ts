import { expect, test } from 'vitest';
import { didYouMean } from '../../../launcher/cli/did-you-mean.ts';

test.each([
  ['docto', '. Did you mean "doctor"?'],
  ['Stats', '. Did you mean "stats"?'],
  ['inti', '. Did you mean "init"?'],
  ['deploy', ''],
  ['', ''],
])('of %j', (given, said) => {
  expect(didYouMean(given, ['init', 'doctor', 'stats', 'mcp'])).toBe(said);
});

test('an option is named with its dashes', () => {
  expect(didYouMean('dryrun', ['dry-run', 'on'], '--')).toBe('. Did you mean "--dry-run"?');
});
