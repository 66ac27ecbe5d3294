import { expect, test } from 'vitest';
import { givenName } from '../../../src/session-memory/given-name.ts';
import { toAction } from '../../../src/transcripts/actions/to-action.ts';

const nameOf = (tool: string, args: object): string => givenName(tool, toAction(tool, { ...args }));

test.each<[string, object, string]>([
  ['Read', { file_path: 'src/a.ts' }, 'the read of src/a.ts'],
  ['Read', { file_path: '' }, 'what Read gave'],
  ['Bash', { command: ' npm test\n' }, 'the output of `npm test`'],
  ['Bash', { command: 'cat <<X\na\nX' }, 'the output of `cat <<X…`'],
  ['Bash', { command: '' }, 'what Bash gave'],
  ['Grep', { pattern: 'retry' }, 'the search for retry'],
  ['mcp__search', {}, 'what mcp__search gave'],
  ['', {}, 'what a tool gave'],
])('a result is named by what its reader saw of the call: %s %o', (tool, args, name) => {
  expect(nameOf(tool, args)).toBe(name);
});

test('a name is one line for every reader, and colors nothing', () => {
  const command = 'echo a\u2028b\u0085c\u001b[31md\u000be\tf';
  expect(nameOf('Bash', { command })).toBe('the output of `echo a b c [31md e f`');
  expect(nameOf('a\u2028b', {})).toBe('what a b gave');
});

test('of a long path its end is named, which tells files of the same folders apart', () => {
  const folder = '/home/ann/projects/shop/packages/checkout/src/payments/refunds';
  expect(nameOf('Read', { file_path: `${folder}/apply-refund.ts` })).toBe(
    'the read of …/packages/checkout/src/payments/refunds/apply-refund.ts',
  );
  expect(nameOf('Read', { file_path: `/${'x'.repeat(1_000_000)}` })).toBe(`the read of …${'x'.repeat(59)}`);
  expect(nameOf('Bash', { command: `cat ${folder}/apply-refund.ts` })).toMatch(/refunds\/apply-refund\.ts$/);
});

test('a long name is cut between characters', () => {
  expect(nameOf('Read', { file_path: '😀'.repeat(100) })).toBe(`the read of …${'😀'.repeat(59)}`);
  expect(nameOf('Bash', { command: 'x'.repeat(1_000_000) })).toBe(`the output of \`${'x'.repeat(59)}…\``);
});
