import { expect, test } from 'vitest';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { DescribedTool } from '../../../src/mcp/describe-tool.ts';
import { inProcessServer } from '../../support/in-process-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

async function list(output: 'structured' | 'text' = 'structured'): Promise<DescribedTool[]> {
  const server = inProcessServer(tempDir(), { output });
  return ((await server.handle('tools/list', {})) as { tools: DescribedTool[] }).tools;
}

test('the engine of hooks is loaded once the tools are listed, since agents wait for the list', async () => {
  const steps: string[] = [];
  const step = (name: string) => (): void => void steps.push(name);
  const hooks = { greet: step('greet'), warm: step('warm'), call: async () => ({}), close: async () => {} };
  const { handle } = inProcessServer(tempDir(), { hooks });
  await handle('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  });
  expect(steps).toEqual(['greet']);
  await handle('tools/list', {});
  expect(steps).toEqual(['greet', 'warm']);
});

/** Removes descriptions from a schema, because their wording may change. */
const withoutWords = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) => (key === 'description' && typeof inner === 'string' ? undefined : inner)),
  );

const QUESTION = { type: 'string', minLength: 1, maxLength: 1000 };
const BYTES = { type: 'integer', minimum: 1024, maximum: 10_485_760 };
const TIMEOUT = { type: 'integer', minimum: 100, maximum: 300_000, default: 30_000 };

test('the input schemas, to the letter', async () => {
  const schemas = Object.fromEntries((await list()).map(({ name, inputSchema }) => [name, withoutWords(inputSchema)]));
  expect(schemas).toEqual({
    read: {
      type: 'object',
      properties: {
        file_path: { type: 'string', minLength: 1 },
        encoding: { type: 'string', const: 'utf-8', default: 'utf-8' },
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
        max_output_bytes: BYTES,
        context_focus_question: QUESTION,
      },
      required: ['file_path'],
      additionalProperties: false,
    },
    bash: {
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1, maxLength: 50_000 },
        cwd: { type: 'string' },
        env: {
          type: 'object',
          propertyNames: { type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' },
          additionalProperties: { type: 'string', maxLength: 4000 },
        },
        timeout_ms: TIMEOUT,
        max_output_bytes: BYTES,
        context_focus_question: QUESTION,
      },
      required: ['command'],
      additionalProperties: false,
    },
    grep: {
      type: 'object',
      properties: {
        pattern: { type: 'string', minLength: 1, maxLength: 10_000 },
        path: { type: 'string' },
        paths: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 },
        cwd: { type: 'string' },
        fixed_string: { type: 'boolean', default: false },
        case_sensitive: { type: 'boolean', default: true },
        context_lines: { type: 'integer', minimum: 0, maximum: 50, default: 0 },
        timeout_ms: TIMEOUT,
        max_matches: { type: 'integer', minimum: 1, maximum: 5000, default: 500 },
        max_output_bytes: BYTES,
        context_focus_question: QUESTION,
      },
      required: ['pattern'],
      additionalProperties: false,
    },
  });
});

test('titles and annotations', async () => {
  const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  expect((await list()).map(({ name, title, annotations }) => ({ name, title, annotations }))).toEqual([
    { name: 'read', title: 'Read a file', annotations: reading },
    {
      name: 'bash',
      title: 'Run a shell command',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    { name: 'grep', title: 'Search files', annotations: reading },
  ]);
});

test('every argument says what it is for', async () => {
  for (const { inputSchema } of await list()) {
    for (const property of Object.values(inputSchema['properties'] as object)) {
      expect(property).toMatchObject({ description: expect.stringMatching(/.{10}/) });
    }
  }
});

test('an output schema has type object at its root; `text` mode promises none', async () => {
  for (const { outputSchema } of await list()) {
    expect(outputSchema).toMatchObject({ type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] });
  }
  for (const tool of await list('text')) expect(tool).not.toHaveProperty('outputSchema');
});

test('what a model pays for the tools each turn stays small', async () => {
  const count = await loadO200k();
  const shown = (await list('text')).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(count(JSON.stringify(shown))).toBeLessThan(1300);
}, 20_000);
