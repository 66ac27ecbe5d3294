import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadTools, READ_ONLY_TOOLS, TOOL_NAMES } from '../../../launcher/tools/catalog.ts';
import { ROOT } from '../../suites/suites.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** A tool that counts the words of a text, as docs/extending.md says to write one. */
const DEFINITION = `import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { focusQuestion } from '../common-arguments.ts';
import type { ToolDefinition } from '../definition.ts';

const words = z.strictObject({ text: z.string().check(z.describe('Text to count.')), context_focus_question: focusQuestion });

export const count: ToolDefinition<Value<typeof words>, { readonly tool: 'count'; readonly words: string }> = {
  name: 'count',
  title: 'Count words',
  description: 'Count the words of a text.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: words,
  outputSchemas: () => ({ success: z.object({ tool: z.literal('count'), words: z.string() }), error: z.object({}) }),
  pathsOf: () => [],
  questionOf: (args) => args.context_focus_question,
  execute: async ({ text }) => {
    const result = { tool: 'count', words: String(text.split(' ').length) } as const;
    return { ok: true, result, prunable: { text: result.words, apply: (words) => ({ ...result, words }) } };
  },
  renderText: ({ words }) => words,
  bodyFields: ['words'],
};
`;
const ROW =
  "  { name: 'count', readOnly: true, load: async () => (await import('./count/definition.ts')).count },\n];\n\nexport async";

test('a tool is added in two places, and all that must know of it does', async () => {
  const copy = tempDir();
  for (const name of ['src', 'launcher', 'worker', 'package.json', '.tsconfig.base.json'])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  mkdirSync(path.join(copy, 'launcher/tools/count'));
  writeFileSync(path.join(copy, 'launcher/tools/count/definition.ts'), DEFINITION);
  const catalog = path.join(copy, 'launcher/tools/catalog.ts');
  writeFileSync(catalog, readFileSync(catalog, 'utf8').replace('];\n\nexport async', ROW));

  const launcher = startLauncher(tempDir(), {}, [], path.join(copy, 'launcher/main.ts'));
  const { result: greeted } = await launcher.request('initialize', { protocolVersion: '2025-11-25' });
  expect(greeted?.['instructions']).toMatch(
    `${TOOL_NAMES.join(', ')} and count take an optional context_focus_question`,
  );
  const { result } = await launcher.request('tools/list');
  expect(result).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: 'count' })]) });
  const called = await launcher.request('tools/call', { name: 'count', arguments: { text: 'one two three' } });
  expect(called.result).toMatchObject({ structuredContent: { tool: 'count', words: '3' } });

  const { READ_ONLY_TOOLS: allowed } = (await import(catalog)) as { readonly READ_ONLY_TOOLS: readonly string[] };
  expect(allowed).toEqual(READ_ONLY_TOOLS.toSpliced(-1, 0, 'count'));
  const { folderHook } = await import(path.join(copy, 'launcher/hosts/claude-code/host.ts'));
  expect(folderHook('pruner')).toMatchObject({ matcher: `mcp__pruner__(?:${[...TOOL_NAMES, 'count'].join('|')})` });
  const { OWN_TOOLS } = await import(path.join(copy, 'launcher/hosts/cursor/own-tools.ts'));
  expect(new RegExp(OWN_TOOLS).test('MCP:count')).toBe(true);
});

test('what the catalog says of a tool is what the tool says', async () => {
  const readOnly = (await loadTools()).filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
  expect(READ_ONLY_TOOLS).toEqual([...readOnly, 'artifact']);
});
