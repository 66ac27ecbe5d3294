import * as z from 'zod/mini';
import { APPROVALS } from './config-settings.ts';
import { profileSchema } from './profiles.ts';
import { serverSchema } from './server-schema.ts';

/** File name of the schema, both beside the configuration and in the package. */
export const SCHEMA_NAME = 'mcp-config.schema.json';

/**
 * Returns the JSON Schema of `mcp-config.json`. It uses draft 7, the latest that VS Code and similar editors fully
 * support. It is stricter than loading, which drops one invalid server where an editor marks the whole file.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const file = z.looseObject({
    $schema: z.optional(z.string()).check(z.describe('Path or URL of this schema, for editors.')),
    mcpServers: z.optional(z.record(z.string(), serverSchema)).check(z.describe('MCP servers by name.')),
    profiles: z.optional(z.record(z.string(), profileSchema)).check(z.describe('Sets of servers and tools, by name.')),
    profile: z.optional(z.string()).check(z.describe('Default profile, used if none is named.')),
    approve: z
      .optional(z.enum(APPROVALS))
      .check(
        z.describe(
          'Tools to hold back until you run `mcp-pruner mcp approve`. `changed`: those that a server adds or changes after its first use. `always`: all. `off`: none.',
        ),
      ),
  });
  return {
    title: 'mcp-config.json of mcp-pruner',
    allowComments: true,
    allowTrailingCommas: true,
    ...z.toJSONSchema(file, { io: 'input', target: 'draft-7' }),
  };
}

/** Returns the schema's file content, with lists of words on one line as the formatter wants them. */
export function configSchemaText(): string {
  const text = JSON.stringify(configJsonSchema(), null, 2);
  const inQueue = text.replace(/\[\s+("[^[\]]*")\s+\]/g, (_, words: string) => `[${words.replace(/,\s+/g, ', ')}]`);
  return `${inQueue}\n`;
}
