import type { EventLog } from '../../../src/base/events/event-log.ts';
import { definitionText } from '../../../src/mcp/tool-definition.ts';
import type { PreparedTool } from '../catalog/prepare-tools.ts';
import type { ApprovalMode } from '../config/config-settings.ts';
import type { Approved, ApprovedFile } from './approved-file.ts';

/** Reason why a tool is held back. */
export type HeldBack = 'new' | 'changed';

/** Decides which tools wait for the user's approval. */
export type Approvals = ReturnType<typeof createApprovals>;

export function createApprovals(file: ApprovedFile, log: EventLog) {
  let mode: ApprovalMode = 'off';
  /** Undefined if the file is unreadable. Then nothing counts as approved. */
  let approved: Approved | undefined;
  const told = new Set<string>();
  const trying = async (run: () => Promise<Approved>): Promise<void> => {
    try {
      approved = await run();
    } catch (error) {
      approved = undefined;
      log('error', 'gateway.approvals_unreadable', { message: (error as Error).message });
    }
  };
  const heldBack = (server: string, tool: PreparedTool): HeldBack | undefined => {
    if (mode === 'off') return undefined;
    const known = approvedOf(approved ?? {}, server);
    if (known === undefined) return mode === 'changed' && approved !== undefined ? undefined : 'new';
    const before = Object.hasOwn(known, tool.name) ? known[tool.name] : undefined;
    if (before === undefined) return 'new';
    return before === definitionText(tool) ? undefined : 'changed';
  };
  return {
    /** Sets the mode from the configuration. */
    setMode(now: ApprovalMode): void {
      mode = now;
    },
    /** Returns the reason why the tool is held back; undefined if it may be offered. */
    heldBack,
    /** Call when a server has listed its tools. In mode `changed`, a server's first tools count as approved. */
    async seen(server: string, tools: readonly PreparedTool[]): Promise<void> {
      if (mode === 'off') return;
      const isFirst = approved !== undefined && approvedOf(approved, server) === undefined;
      if (mode === 'changed' && isFirst && tools.length > 0) {
        // Another process may have written them first.
        await trying(() => file.update(server, (known) => (known === undefined ? textsOf(tools) : undefined)));
      }
      for (const tool of tools) {
        const reason = heldBack(server, tool);
        const key = JSON.stringify([server, tool.name, reason, definitionText(tool)]);
        if (reason === undefined || told.has(key)) continue;
        told.add(key);
        log('warn', 'tool.held_back', { server, tool: tool.name, reason });
      }
    },
    /** Reads the approvals again, because another process may have changed them. */
    reload: (): Promise<void> => trying(() => file.read()),
  };
}

export function approvedOf(approved: Approved, server: string): Approved[string] | undefined {
  return Object.hasOwn(approved, server) ? approved[server] : undefined;
}

/** Returns the definitions of tools in their stored form. */
export function textsOf(tools: readonly PreparedTool[]): Approved[string] {
  return Object.fromEntries(tools.map((tool) => [tool.name, definitionText(tool)]));
}
