import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../../events/event-log.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { compileSchema } from './compile-schema.ts';
import { definitionBytes } from './definition-bytes.ts';
import { toReadableTool } from './readable-tool.ts';
import { taskSupportOf } from './task-support.ts';

/** A server's tool as it may stand in a list: every client can read it. */
export type PreparedTool = JsonObject & { readonly name: string; readonly inputSchema: JsonObject };

/** Schemas that are compiled before others have a turn. */
const AT_ONCE = 4;
/** Milliseconds that all schemas of a list may take to compile; those that are left then are left out. */
const COMPILE_MS = 3000;
/** Bytes of JSON of all tools of a server: a list of ten megabytes is no client's to read, and all servers stand in it. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** Tools of a list that are told one by one. */
const MAX_TOLD = 20;

/**
 * A server's tools without what would break a client's list, each thing left out told as an event. Of a server that does
 * not declare tasks, tools say nothing of them, and those that run as tasks alone are left out.
 */
export async function prepareTools(
  server: string,
  listed: readonly JsonObject[],
  log: EventLog,
  hasTasks: boolean = false,
): Promise<readonly PreparedTool[]> {
  const prepared = new Map<string, PreparedTool>();
  let dropped = 0;
  const drop = (tool: unknown, reason: string): void => {
    if (++dropped <= MAX_TOLD) tell(String(tool).slice(0, 128), reason);
  };
  const tell = (tool: string, reason: string): void =>
    log('warn', 'gateway.definition_refused', { server, tool, reason });
  let compiled = 0;
  let compileMs = 0;
  let bytes = 0;
  for (const one of listed) {
    const readable = toReadableTool(one);
    if (readable === undefined) {
      drop(one['name'], 'it has no name, its inputSchema is not of type "object", or it is too large or too deep');
      continue;
    }
    const { execution, outputSchema, ...plain } = readable.tool;
    const tool = hasTasks && execution !== undefined ? { ...plain, execution } : plain;
    if (prepared.has(tool.name)) drop(tool.name, 'its name is there twice');
    if (prepared.has(tool.name) || (!hasTasks && taskSupportOf(readable.tool) === 'required')) continue;
    bytes += definitionBytes(tool);
    if (bytes > MAX_LIST_BYTES) {
      drop(tool.name, `the tools before it take ${MAX_LIST_BYTES} bytes already`);
      continue;
    }
    if (readable.left.length > 0) drop(tool.name, `left out: ${readable.left.join(', ')}`);
    if (outputSchema !== undefined && ++compiled % AT_ONCE === 0) await nextTurn();
    const start = performance.now();
    const sound =
      outputSchema !== undefined &&
      compileMs < COMPILE_MS &&
      (await compileSchema(outputSchema as JsonObject)) !== undefined;
    compileMs += performance.now() - start;
    if (outputSchema !== undefined && !sound) drop(tool.name, 'left out: outputSchema, which cannot be compiled');
    prepared.set(tool.name, (sound ? { ...tool, outputSchema } : tool) as PreparedTool);
  }
  if (dropped > MAX_TOLD) tell('', `${dropped - MAX_TOLD} more`);
  return [...prepared.values()];
}
