import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { ownCpuMs } from '../../platform/process/run-bounded.ts';
import { compileSchema } from './compile-schema.ts';
import { definitionBytes } from './definition-bytes.ts';
import { toReadableTool } from './readable-tool.ts';
import { isTaskOnly } from './task-only.ts';

/** A server's tool that every client can parse. */
export type PreparedTool = JsonObject & { readonly name: string; readonly inputSchema: JsonObject };

/** Number of schemas to compile before yielding to the event loop. */
const AT_ONCE = 4;
/** Max processor time to compile all schemas of a list, in milliseconds. Remaining schemas are dropped. */
const COMPILE_MS = 3000;
/** Max bytes of all tools of a server as JSON, because clients could not handle a list of ten megabytes. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** Max dropped definitions of a list to log individually. */
const MAX_TOLD = 20;

/** A listed tool as clients get it, or the reason why they do not. */
export type JudgedTool =
  | {
      readonly tool: PreparedTool;
      /** True if its input schema is shown in a different form from the server's. */
      readonly isMended: boolean;
      /** Notes on removed fields. */
      readonly notes: readonly string[];
    }
  | { readonly tool: undefined; readonly reason: string };

/** Returns the tools that `judgeTools` keeps, and logs each tool and field that it removes. */
export async function prepareTools(
  server: string,
  listed: readonly JsonObject[],
  log: EventLog,
  known: readonly PreparedTool[] = [],
): Promise<readonly PreparedTool[]> {
  const judged = await judgeTools(listed, known);
  const told = judged.flatMap((one, i) => {
    const name = listed[i]?.['name'];
    const tool = typeof name === 'object' ? '' : String(name).slice(0, 128);
    const reasons = one.tool === undefined ? [one.reason] : one.notes;
    return reasons.map((reason) => ({ tool, reason }));
  });
  const more = told.length > MAX_TOLD ? [{ tool: '', reason: `${told.length - MAX_TOLD} more` }] : [];
  for (const { tool, reason } of [...told.slice(0, MAX_TOLD), ...more]) {
    log('warn', 'gateway.definition_refused', { server, tool, reason });
  }
  return judged.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
}

/**
 * Returns each of a server's tools in the order listed, without anything that would break a client's list. An
 * `outputSchema` that is among the `known` tools is not compiled again, because the validator takes several megabytes.
 */
export async function judgeTools(
  listed: readonly JsonObject[],
  known: readonly PreparedTool[] = [],
): Promise<readonly JudgedTool[]> {
  const isSound = soundSchemas(known);
  const names = new Set<string>();
  let bytes = 0;
  const judged: JudgedTool[] = [];
  const drop = (reason: string): unknown => judged.push({ tool: undefined, reason });
  for (const one of listed) {
    const readable = toReadableTool(one);
    if (!readable.ok) {
      drop(readable.reason);
      continue;
    }
    const { execution, outputSchema, ...plain } = readable.tool;
    const tool = isTaskOnly(readable.tool) ? { ...plain, execution } : plain;
    if (names.has(tool.name)) {
      drop('its name is used twice');
      continue;
    }
    bytes += definitionBytes(tool);
    if (bytes > MAX_LIST_BYTES) {
      drop(`with it, the server’s tools take more than ${MAX_LIST_BYTES} bytes`);
      continue;
    }
    names.add(tool.name);
    const sound = outputSchema !== undefined && (await isSound(tool.name, outputSchema as JsonObject));
    const notes = [
      ...(readable.left.length > 0 ? [`left out: ${readable.left.join(', ')}`] : []),
      ...(outputSchema !== undefined && !sound ? ['left out: outputSchema, which cannot be compiled'] : []),
    ];
    const { isMended } = readable;
    judged.push({ tool: (sound ? { ...tool, outputSchema } : tool) as PreparedTool, isMended, notes });
  }
  return judged;
}

/** Returns a check of whether clients can compile an `outputSchema`. Its time is limited for a list as a whole. */
function soundSchemas(known: readonly PreparedTool[]): (name: string, outputSchema: JsonObject) => Promise<boolean> {
  const knownSchemas = new Map(known.map((tool) => [tool.name, tool['outputSchema']]));
  let compiled = 0;
  let compileMs = 0;
  return async (name, outputSchema) => {
    if (isDeepStrictEqual(knownSchemas.get(name), outputSchema)) return true;
    if (++compiled % AT_ONCE === 0) await nextTurn();
    if (compileMs >= COMPILE_MS) return false;
    const start = ownCpuMs();
    const sound = (await compileSchema(outputSchema)) !== undefined;
    compileMs += ownCpuMs() - start;
    return sound;
  };
}
