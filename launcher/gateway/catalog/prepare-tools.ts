import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../../events/event-log.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { compileSchema } from './compile-schema.ts';
import { toReadableTool } from './readable-tool.ts';

/** A server's tool as it may stand in a list: every client can read it. */
export type PreparedTool = JsonObject & { readonly name: string; readonly inputSchema: JsonObject };

/** Schemas that are compiled before others have a turn. */
const AT_ONCE = 4;

/**
 * A server's tools without what would break a client's list, each thing left out told as an event. Tools that run as
 * tasks alone are left out: no client is offered tasks.
 */
export async function prepareTools(
  server: string,
  listed: readonly JsonObject[],
  log: EventLog,
): Promise<readonly PreparedTool[]> {
  const prepared = new Map<string, PreparedTool>();
  const drop = (tool: unknown, reason: string): void =>
    log('warn', 'gateway.definition_refused', { server, tool: String(tool).slice(0, 128), reason });
  let compiled = 0;
  for (const one of listed) {
    const readable = toReadableTool(one);
    if (readable === undefined) {
      drop(one['name'], 'it has no name, or its inputSchema is not of type "object"');
      continue;
    }
    const { execution, outputSchema, ...tool } = readable.tool;
    if (prepared.has(tool.name)) drop(tool.name, 'its name is there twice');
    if (prepared.has(tool.name) || isTask(execution)) continue;
    if (readable.left.length > 0) drop(tool.name, `left out: ${readable.left.join(', ')}`);
    if (outputSchema !== undefined && ++compiled % AT_ONCE === 0) await nextTurn();
    const sound = outputSchema !== undefined && (await compileSchema(outputSchema as JsonObject)) !== undefined;
    if (outputSchema !== undefined && !sound) drop(tool.name, 'left out: outputSchema, which cannot be compiled');
    prepared.set(tool.name, (sound ? { ...tool, outputSchema } : tool) as PreparedTool);
  }
  return [...prepared.values()];
}

function isTask(execution: unknown): boolean {
  return (execution as JsonObject | undefined)?.['taskSupport'] === 'required';
}
