import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** Says why a tool for which `isTaskOnly` is true cannot be called. */
export const TASK_ONLY = 'it only runs as a task of MCP 2025-11-25, and mcp-pruner has no tasks';

/** True if a tool has to be called as a task: MCP 2025-11-25, "Tool-Level Negotiation". Other tools lose `execution`. */
export function isTaskOnly(tool: JsonObject): boolean {
  return (tool['execution'] as JsonObject | null | undefined)?.['taskSupport'] === 'required';
}
