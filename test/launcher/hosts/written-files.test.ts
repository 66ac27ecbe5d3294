import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { machine } from '../cli/init/init-in-process.ts';

const words = z.record(z.string(), z.string());

/** Fields of a local server, in Cursor (https://cursor.com/docs/mcp) and in VS Code. */
const LOCAL = {
  type: z.literal('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: words.optional(),
  envFile: z.string().optional(),
};

/** Rules of each file, from the hosts' documentation. Unknown fields are errors, because hosts ignore or refuse them. */
const FILES = {
  '.cursor/mcp.json': z.strictObject({ mcpServers: z.record(z.string(), z.strictObject(LOCAL)) }),
  // https://cursor.com/docs/agent/hooks
  '.cursor/hooks.json': z.strictObject({
    version: z.literal(1),
    hooks: z.partialRecord(
      z.enum(['preToolUse', 'postToolUse', 'postToolUseFailure']),
      z.array(
        z.strictObject({
          type: z.enum(['command', 'prompt']).optional(),
          command: z.string().min(1),
          timeout: z.number().positive().optional(),
          matcher: z.string().refine((pattern) => new RegExp(pattern)),
          failClosed: z.boolean().optional(),
          loop_limit: z.int().nullable().optional(),
        }),
      ),
    ),
  }),
  // https://code.visualstudio.com/docs/agents/reference/mcp-configuration
  '.vscode/mcp.json': z.strictObject({
    servers: z.record(z.string(), z.strictObject({ ...LOCAL, cwd: z.string().optional(), dev: z.object().optional() })),
    inputs: z.array(z.object({ id: z.string(), type: z.string(), description: z.string() })).optional(),
  }),
} as const;

test.each([
  ['as they are', []],
  ['with variables', ['--env', 'MCP_PRUNER_LOG=debug', '--on']],
])('files for Cursor and VS Code keep to what their documentation allows, %s', async (_, more) => {
  const one = machine();
  expect((await one.init('--cursor', '--vscode', '--project', '--force', ...more)).code).toBe(0);
  for (const [file, rules] of Object.entries(FILES)) {
    const written = JSON.parse(readFileSync(path.join(one.cwd, file), 'utf8'));
    expect(rules.safeParse(written).error, file).toBeUndefined();
  }
});
