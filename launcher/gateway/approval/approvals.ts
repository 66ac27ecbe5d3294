import { definitionText } from '../../../src/mcp/tool-definition.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PreparedTool } from '../catalog/prepare-tools.ts';
import type { ApprovalMode } from '../config/config-settings.ts';
import type { Approved, ApprovedFile } from './approved-file.ts';

/** Why a tool is held back. */
export type HeldBack = 'new' | 'changed';

/** Which tools wait for the user to approve them. */
export interface Approvals {
  /** Takes what the configuration says. */
  setMode(mode: ApprovalMode): void;
  /** Undefined if the tool may be offered. */
  heldBack(server: string, tool: PreparedTool): HeldBack | undefined;
  /** A server has listed its tools. In mode `changed` the first ones of a server count as approved. */
  seen(server: string, tools: readonly PreparedTool[]): Promise<void>;
  /** Reads what was approved; another process may have. */
  reload(): Promise<void>;
}

export function createApprovals(file: ApprovedFile, log: EventLog): Approvals {
  let mode: ApprovalMode = 'off';
  /** Undefined if it cannot be read: then nothing is approved. */
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
    setMode(now) {
      mode = now;
    },
    heldBack,
    async seen(server, tools) {
      if (mode === 'off') return;
      const isFirst = approved !== undefined && approvedOf(approved, server) === undefined;
      if (mode === 'changed' && isFirst && tools.length > 0) {
        // Another process may have been first.
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
    reload: () => trying(() => file.read()),
  };
}

export function approvedOf(approved: Approved, server: string): Approved[string] | undefined {
  return Object.hasOwn(approved, server) ? approved[server] : undefined;
}

/** The definitions of tools as they are kept. */
export function textsOf(tools: readonly PreparedTool[]): Approved[string] {
  return Object.fromEntries(tools.map((tool) => [tool.name, definitionText(tool)]));
}
