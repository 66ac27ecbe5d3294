import { expect, test } from 'vitest';
import { toClaudeResult } from '../../../../launcher/hooks/claude-code/claude-results.ts';

const READ = { type: 'text', file: { filePath: '/a.ts', content: 'a\nb', numLines: 2, startLine: 7, totalLines: 9 } };
const BASH = { stdout: 'out', stderr: '', interrupted: false, isImage: false, noOutputExpected: false };

test('of each tool the text is found, and goes back in the tool’s own shape', () => {
  const read = toClaudeResult('Read', READ);
  expect(read).toMatchObject({ text: 'a\nb', path: '/a.ts', firstLine: 7 });
  expect(read?.withText('b', 8, [])).toEqual({
    ...READ,
    file: { ...READ.file, content: 'b', numLines: 1, startLine: 8 },
  });
  expect(toClaudeResult('Bash', BASH)?.withText('o', 1, [])).toEqual({ ...BASH, stdout: 'o' });
  const grep = { mode: 'content', numFiles: 0, filenames: [], content: 'a.ts:1:x', numLines: 1 };
  expect(toClaudeResult('Grep', grep)?.withText('x', 1, [])).toEqual({ ...grep, content: 'x' });
  const fetched = { bytes: 3, code: 200, codeText: 'OK', result: 'page', durationMs: 1, url: 'http://127.0.0.1/' };
  expect(toClaudeResult('WebFetch', fetched)?.withText('p', 1, [])).toEqual({ ...fetched, result: 'p' });
});

test('of an output that the host has put into a file, all is read, and its preview goes', () => {
  const cut = { ...BASH, persistedOutputPath: '/tmp/all.txt', persistedOutputSize: 168_894 };
  const result = toClaudeResult('Bash', cut);
  expect(result?.wholeIn).toBe('/tmp/all.txt');
  expect(result?.withText('o', 1, [])).toEqual({ ...BASH, stdout: 'o' });
});

test.each<[string, string, unknown]>([
  ['an image', 'Read', { type: 'image', file: { base64: '' } }],
  ['a notebook', 'Read', { type: 'notebook', file: { filePath: '/a.ipynb', cells: [] } }],
  ['a text instead of an object', 'Read', 'text'],
  ['a file without a number', 'Read', { type: 'text', file: { filePath: '/a', content: 'x' } }],
  ['a file that begins at line 0', 'Read', { ...READ, file: { ...READ.file, startLine: 0 } }],
  ['a file that begins within a line', 'Read', { ...READ, file: { ...READ.file, startLine: 1.5 } }],
  ['an interrupted command', 'Bash', { ...BASH, interrupted: true }],
  ['an image that a command printed', 'Bash', { ...BASH, isImage: true }],
  ['a command with something on its stderr', 'Bash', { ...BASH, stderr: 'x' }],
  ['a command that still runs', 'Bash', { ...BASH, backgroundTaskId: 'b1' }],
  ['names of files alone', 'Grep', { mode: 'files_with_matches', filenames: ['a'], numFiles: 1 }],
  ['a tool that is not known', 'Agent', { content: 'x' }],
  ['a tool named after what every object has', 'constructor', { content: 'x' }],
])('a shape that is not known has no text: %s', (_, tool, response) => {
  expect(toClaudeResult(tool, response)).toBeUndefined();
});
