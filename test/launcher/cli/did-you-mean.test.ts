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

test('names in capitals are compared as well', () => {
  expect(didYouMean('MCP_PRUNER_HOOK', ['MCP_PRUNER_HOOKS'])).toBe('. Did you mean "MCP_PRUNER_HOOKS"?');
});

test('an option is named with its dashes', () => {
  expect(didYouMean('dryrun', ['dry-run', 'on'], '--')).toBe('. Did you mean "--dry-run"?');
});
