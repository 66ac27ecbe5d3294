import type { JsonObject } from '../connection/server-connection.ts';

/** Whether a tool may, must or cannot run as a task: MCP 2025-11-25, "Tool-Level Negotiation". */
export type TaskSupport = 'required' | 'optional' | 'forbidden';

/** What a tool says of itself; one that says nothing cannot. */
export function taskSupportOf(tool: JsonObject): TaskSupport {
  const support = (tool['execution'] as JsonObject | null | undefined)?.['taskSupport'];
  return support === 'required' || support === 'optional' ? support : 'forbidden';
}
