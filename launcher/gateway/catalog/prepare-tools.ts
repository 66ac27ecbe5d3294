import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { compileSchema } from './compile-schema.ts';
import { definitionBytes } from './definition-bytes.ts';
import { toReadableTool } from './readable-tool.ts';
import { taskSupportOf } from './task-support.ts';

/** A server's tool that every client can parse. */
export type PreparedTool = JsonObject & { readonly name: string; readonly inputSchema: JsonObject };

/** Number of schemas to compile before yielding to the event loop. */
const AT_ONCE = 4;
/** Max time to compile all schemas of a list, in milliseconds. Remaining schemas are dropped. */
const COMPILE_MS = 3000;
/** Max bytes of all tools of a server as JSON, because clients could not handle a list of ten megabytes. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** Max dropped definitions of a list to log individually. */
const MAX_TOLD = 20;

/**
 * Removes from a server's tools what would break a client's list, and logs each removal. If the server does not declare
 * tasks, the tools' task fields are removed, and so are tools that run only as tasks. An `outputSchema` that is among the
 * `known` tools is not compiled again, because the validator takes several megabytes.
 */
export async function prepareTools(
  server: string,
  listed: readonly JsonObject[],
  log: EventLog,
  hasTasks: boolean = false,
  known: readonly PreparedTool[] = [],
): Promise<readonly PreparedTool[]> {
  const knownSchemas = new Map(known.map((tool) => [tool.name, tool['outputSchema']]));
  const prepared = new Map<string, PreparedTool>();
  let dropped = 0;
  const drop = (tool: unknown, reason: string): void => {
    if (++dropped <= MAX_TOLD) tell(typeof tool === 'object' ? '' : String(tool).slice(0, 128), reason);
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
    const isKnown = outputSchema !== undefined && isDeepStrictEqual(knownSchemas.get(tool.name), outputSchema);
    if (outputSchema !== undefined && !isKnown && ++compiled % AT_ONCE === 0) await nextTurn();
    const start = performance.now();
    const sound =
      isKnown ||
      (outputSchema !== undefined &&
        compileMs < COMPILE_MS &&
        (await compileSchema(outputSchema as JsonObject)) !== undefined);
    compileMs += performance.now() - start;
    if (outputSchema !== undefined && !sound) drop(tool.name, 'left out: outputSchema, which cannot be compiled');
    prepared.set(tool.name, (sound ? { ...tool, outputSchema } : tool) as PreparedTool);
  }
  if (dropped > MAX_TOLD) tell('', `${dropped - MAX_TOLD} more`);
  return [...prepared.values()];
}
