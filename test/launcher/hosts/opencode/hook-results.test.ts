import { expect, test } from 'vitest';
import { toOpencodeResult } from '../../../../launcher/hosts/opencode/hook-calls.ts';

const TAIL =
  '\n\n(End of file - total 14 lines)\n</content>\n\n<system-reminder>\nRules of this folder\n</system-reminder>';
const read = (lines: string): string => `<path>/a.ts</path>\n<type>file</type>\n<content>\n${lines}${TAIL}`;
const LINES = '9: a\n10: \n11: 12: c\n12: d';

test('of a file that is read the lines are found, and go back with their own numbers and all that stands around them', () => {
  // Older versions write no line break after the tag.
  for (const form of [read, (lines: string) => read(lines).replace('<content>\n', '<content>')]) {
    const result = toOpencodeResult('read', form(LINES), {});
    expect(result).toMatchObject({ text: 'a\n\n12: c\nd', path: '/a.ts', firstLine: 9 });
    const shown = '(filtered 2 lines: 9-10)\n12: c\nd\n[mcp-pruner left out …]';
    expect(result?.withText(shown, 9, [3, 4])).toEqual({
      output: form('(filtered 2 lines: 9-10)\n11: 12: c\n12: d\n[mcp-pruner left out …]'),
    });
  }
});

test('a file passes if its lines and their numbers do not tally', () => {
  const result = toOpencodeResult('read', read(LINES), {});
  expect(result?.withText('a\n', 9, [1, 2, 3])).toBeUndefined();
});

test('commands, searches and pages go back as they are', () => {
  for (const tool of ['bash', 'grep', 'webfetch']) {
    const result = toOpencodeResult(tool, 'out\n', { truncated: false });
    expect(result?.text).toBe('out\n');
    expect(result?.withText('o', 1, [1])).toEqual({ output: 'o' });
  }
});

test('of an output that the host cut, the end is compared with the file that holds all', () => {
  const output = '...output truncated...\n\nFull output saved to: /tmp/tool_1\n\nlast\nlines';
  expect(toOpencodeResult('bash', output, { truncated: true })).toMatchObject({
    ...{ text: 'last\nlines', wholeIn: '/tmp/tool_1', part: 'end', preview: output },
  });
  expect(toOpencodeResult('bash', 'last\nlines', { truncated: true })).toBeUndefined();
});

test.each<[string, string, string]>([
  ['a folder', 'read', '<path>/a</path>\n<type>directory</type>\n<entries>\nb.ts\n</entries>'],
  ['an older form', 'read', '<file>\n00001| a\n</file>'],
  ['a number that is left out', 'read', read('9: a\n11: b')],
  ['an end that is not known', 'read', read(LINES).replace('(End', 'End')],
  ['a command that ran out of time', 'bash', 'out\n<bash_metadata>\ntimed out\n</bash_metadata>'],
  ['another tool', 'list', 'a.ts'],
  ['no tool', 'constructor', 'a.ts'],
])('%s passes', (_, tool, output) => {
  expect(toOpencodeResult(tool, output, {})).toBeUndefined();
});
