import { expect, test } from 'vitest';
import { toClaudeResult } from '../../../../../launcher/hosts/claude-code/mod/results.ts';

const READ = { type: 'text', file: { filePath: '/a.ts', content: 'a\nb', numLines: 2, startLine: 7, totalLines: 9 } };
const BASH = { stdout: 'out', stderr: '', interrupted: false, isImage: false, noOutputExpected: false };

test('of each tool the text is found, and goes back in the tool’s own shape', () => {
  const read = toClaudeResult('Read', READ);
  expect(read).toMatchObject({ text: 'a\nb', path: '/a.ts', firstLine: 7 });
  expect(read?.withText('b', 8, [])).toEqual({
    ...READ,
    file: { ...READ.file, content: 'b', numLines: 1, startLine: 8 },
  });
  for (const shell of ['Bash', 'PowerShell']) {
    expect(toClaudeResult(shell, BASH)?.withText('o', 1, [])).toEqual({ ...BASH, stdout: 'o' });
  }
  const grep = { mode: 'content', numFiles: 0, filenames: [], content: 'a.ts:1:x', numLines: 1 };
  expect(toClaudeResult('Grep', grep)?.withText('x', 1, [])).toEqual({ ...grep, content: 'x' });
  const fetched = { bytes: 3, code: 200, codeText: 'OK', result: 'page', durationMs: 1, url: 'http://127.0.0.1/' };
  expect(toClaudeResult('WebFetch', fetched)?.withText('p', 1, [])).toEqual({ ...fetched, result: 'p' });
});

test('names of files are lines', () => {
  const files = { mode: 'files_with_matches', filenames: ['a.ts', 'b.ts'], numFiles: 2 };
  expect(toClaudeResult('Grep', files)?.text).toBe('a.ts\nb.ts');
  const found = { filenames: ['a.ts', 'b.ts'], durationMs: 1, numFiles: 2, truncated: false };
  const result = toClaudeResult('Glob', found);
  expect(result?.text).toBe('a.ts\nb.ts');
  expect(result?.withText('b.ts\n(note)', 1, [])).toEqual({ ...found, filenames: ['b.ts', '(note)'] });
});

test('of another MCP server’s result the one text is found, and what stands beside it stays', () => {
  const image = { type: 'image', data: 'aa', mimeType: 'image/png' };
  const blocks = [image, { type: 'text', text: 'long' }];
  const result = toClaudeResult('mcp__db__query', blocks);
  expect(result?.text).toBe('long');
  expect(result?.withText('s', 1, [])).toEqual([image, { type: 'text', text: 's' }]);
});

test('of structured content the one text of several lines is read, else all of it', () => {
  const table = toClaudeResult('mcp__db__query', '{"content":"a\\nb","rows":2.0}');
  expect(table?.text).toBe('a\nb');
  expect(table?.withText('b', 1, [])).toBe('{"content":"b","rows":2.0}');
  for (const json of ['{"rows":[1,2]}', '{"a":"1\\n2","b":"3\\n4"}', 'no JSON']) {
    expect(toClaudeResult('mcp__db__query', json)?.text).toBe(json);
    expect(toClaudeResult('mcp__db__query', json)?.withText('s', 1, [])).toBe('s');
  }
});

test.each<[string, string, unknown]>([
  ['an image', 'Read', { type: 'image', file: { base64: '' } }],
  ['a notebook', 'Read', { type: 'notebook', file: { filePath: '/a.ipynb', cells: [] } }],
  ['a text instead of an object', 'Read', 'text'],
  ['a file without a number', 'Read', { type: 'text', file: { filePath: '/a', content: 'x' } }],
  ['a file that begins at line 0', 'Read', { ...READ, file: { ...READ.file, startLine: 0 } }],
  ['a file that begins within a line', 'Read', { ...READ, file: { ...READ.file, startLine: 1.5 } }],
  ['an output that the host put into a file', 'Bash', { ...BASH, persistedOutputPath: '/tmp/all.txt' }],
  ['an interrupted command', 'Bash', { ...BASH, interrupted: true }],
  ['an image that a command printed', 'Bash', { ...BASH, isImage: true }],
  ['a command with something on its stderr', 'Bash', { ...BASH, stderr: 'x' }],
  ['a command that still runs', 'Bash', { ...BASH, backgroundTaskId: 'b1' }],
  ['counts alone', 'Grep', { mode: 'count', content: 'a.ts:3', filenames: [], numMatches: 3 }],
  ['names that are none', 'Glob', { filenames: [1] }],
  [
    'two texts',
    'mcp__db__query',
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  ],
  ['no text', 'mcp__db__query', [{ type: 'image', data: '', mimeType: 'image/png' }]],
  ['a tool of our own', 'mcp__pruner__artifact', [{ type: 'text', text: 'a' }]],
  ['a tool of our own as a plugin', 'mcp__plugin_mcp-pruner_pruner__read', [{ type: 'text', text: 'a' }]],
  ['a tool that is not known', 'Agent', { content: 'x' }],
  ['a tool named after what every object has', 'constructor', { content: 'x' }],
])('a shape that is not known has no text: %s', (_, tool, response) => {
  expect(toClaudeResult(tool, response)).toBeUndefined();
});
