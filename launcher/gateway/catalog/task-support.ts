import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** A tool's support for running as a task: MCP 2025-11-25, "Tool-Level Negotiation". */
export type TaskSupport = 'required' | 'optional' | 'forbidden';

/** Returns a tool's declared support. Without a declaration it is `forbidden`. */
export function taskSupportOf(tool: JsonObject): TaskSupport {
  const support = (tool['execution'] as JsonObject | null | undefined)?.['taskSupport'];
  return support === 'required' || support === 'optional' ? support : 'forbidden';
}

/** True if a server's tools can run as tasks: MCP 2025-11-25, "Tasks", "Server Capabilities". */
export function declaresTasks(capabilities: JsonObject | undefined): boolean {
  const tasks = capabilities?.['tasks'] as
    | { requests?: { tools?: { call?: unknown } | null } | null }
    | null
    | undefined;
  return (tasks?.requests?.tools?.call ?? undefined) !== undefined;
}
