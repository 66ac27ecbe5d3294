import { expect, test } from 'vitest';
import { toGeminiResult } from '../../../../launcher/hosts/gemini/hook-calls.ts';

const ARGS = { file_path: '/p/a.ts' };
const shown = (tool: string, llmContent: string) =>
  toGeminiResult(tool, { llmContent, returnDisplay: '' }, ARGS)?.withText('SHOWN', 1, []);
const command = (output: string, ...facts: string[]): string =>
  `<untrusted_context>\nOutput: ${[output, ...facts].join('\n')}\n</untrusted_context>`;

test('a file is found, and goes back with what the host put around it', () => {
  expect(toGeminiResult('read_file', { llmContent: 'a\nb\n' }, ARGS)).toMatchObject({
    ...{ text: 'a\nb\n', path: '/p/a.ts', firstLine: 1 },
  });
  const head =
    "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 41-42 of 90 total lines.\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters.\n\n--- FILE CONTENT (truncated) ---\n";
  const rules = '\n\n--- Newly Discovered Project Context ---\nRules\n--- End Project Context ---';
  const part = `${head}a\nb${rules}`;
  expect(toGeminiResult('read_file', { llmContent: part }, ARGS)).toMatchObject({ text: 'a\nb', firstLine: 41 });
  expect(shown('read_file', part)).toEqual({ text: `${head}SHOWN${rules}` });
});

test('an output is found, and its exit code stays', () => {
  const printed = command('a\nError: b\nc', 'Exit Code: 3', 'Process Group PGID: 77');
  expect(toGeminiResult('run_shell_command', { llmContent: printed }, {})?.text).toBe('a\nError: b\nc');
  expect(shown('run_shell_command', printed)).toEqual({
    text: command('SHOWN', 'Exit Code: 3', 'Process Group PGID: 77'),
  });
  expect(shown('run_shell_command', command('a'))).toEqual({ text: command('SHOWN') });
});

test('searches and pages go back as they are', () => {
  for (const tool of ['grep_search', 'web_fetch']) expect(shown(tool, 'found')).toEqual({ text: 'SHOWN' });
});

test.each<[string, string, object, unknown]>([
  ['a command in the background', 'run_shell_command', { llmContent: 'Command moved to background (PID: 7).' }, ARGS],
  ['a command that was cancelled', 'run_shell_command', { llmContent: 'Command was cancelled by user' }, ARGS],
  ['an image', 'read_file', { llmContent: { inlineData: {} } }, ARGS],
  ['a call that failed', 'read_file', { llmContent: 'a', error: { message: 'no' } }, ARGS],
  ['a file without a path', 'read_file', { llmContent: 'a' }, {}],
  ['another tool', 'list_directory', { llmContent: 'a' }, ARGS],
  ['no tool', 'constructor', { llmContent: 'a' }, ARGS],
])('%s passes', (_, tool, response, args) => {
  expect(toGeminiResult(tool, response as Record<string, unknown>, args)).toBeUndefined();
});
