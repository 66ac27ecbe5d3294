import { expect, test } from 'vitest';
import { toShownResult, toShownText } from '../../../../src/transcripts/actions/shown-result.ts';

test.each([
  ['Claude Code', '    9→a\n   10→  b\n   11→'],
  ['cat -n', '     9\ta\n    10\t  b\n    11\t'],
  ['opencode', '<file>\n00009| a\n00010|   b\n00011| \n\n(End of file - total 11 lines)\n</file>'],
  ['opencode today', '<content>\n9: a\n10:   b\n11: \n</content>'],
  ['opencode before', '<path>/a</path>\n<type>file</type>\n<content>9: a\n10:   b\n11: \n\n(End of file)\n</content>'],
  ['SWE-agent', '[File: /a.py (11 lines total)]\n(8 more lines above)\n9:a\n10:  b\n11:\n(none below)'],
])('the numbers that %s writes before lines are taken off', (_, given) => {
  expect(toShownText(given, 1)).toEqual({ text: 'a\n  b\n', firstLine: 9 });
});

test('a window onto a file is a read of it, after an edit too', () => {
  const given = '[File: /r/a.py (2 lines total)]\n1:a\n2:b';
  const action = { kind: 'read', files: ['/r/a.py'] };
  expect(toShownResult({ kind: 'edit', edits: [] }, given)).toEqual({ text: 'a\nb', firstLine: 1, action });
  const search = { kind: 'search', pattern: 'a', places: [] } as const;
  expect(toShownResult(search, '1:a\n2:b')).toEqual({ text: '1:a\n2:b', firstLine: undefined, action: search });
});

test('a progress bar is lines, as the engine counts them', () => {
  const { text } = toShownResult({ kind: 'other' }, '10 %\r20 %\r\ndone\n');
  expect(text).toBe('10 %\n20 %\ndone\n');
});

test('a reminder to the model is no line of the file', () => {
  const given = '1\ta\n2\tb\n\n<system-reminder>\nbeware\n</system-reminder>\n';
  expect(toShownText(given)).toEqual({ text: 'a\nb', firstLine: 1 });
});

test('a file without numbers stays unchanged, from the line that was asked for', () => {
  expect(toShownText('a\n12: b\n', 7)).toEqual({ text: 'a\n12: b\n', firstLine: 7 });
  expect(toShownText('')).toEqual({ text: '', firstLine: undefined });
});

test('files that were read at once with numbers stay as they are', () => {
  const text = '     1\ta\n     2\tb\n    80\tc\n    81\td';
  expect(toShownText(text, 1)).toEqual({ text, firstLine: undefined });
});

test('a reminder that a file quotes took all behind it away', () => {
  const file = `a <system-reminder>\nb\nc`;
  expect(toShownText(`${file}\n\n<system-reminder>x</system-reminder>\n`).text).toBe(file);
});

test('line breaks before what is no reminder took time in the square of their number', () => {
  const text = `${'\n'.repeat(400_000)}<system-reminder>`;
  expect(toShownText(text).text).toBe(text);
});
