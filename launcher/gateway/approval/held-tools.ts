import { definitionText } from '../../../src/mcp/tool-definition.ts';
import { systemTimers } from '../../platform/timers.ts';
import type { PreparedTool } from '../catalog/prepare-tools.ts';
import { createRememberedLists } from '../catalog/remembered-lists.ts';
import type { LoadedSources } from '../config/load-sources.ts';
import { approvedOf, createApprovals, type HeldBack } from './approvals.ts';
import { openApprovedFile } from './approved-file.ts';

/** A tool that waits for approval, with its approved definition and its current one. */
export interface HeldTool {
  readonly server: string;
  readonly tool: PreparedTool;
  readonly reason: HeldBack;
  readonly before: string | undefined;
  readonly now: string;
}

/**
 * Returns all servers' tools that are held back, from the lists that the servers gave last. Rejects if the approvals
 * cannot be read.
 */
export async function heldTools(
  home: string,
  { servers, approve = 'off' }: Pick<LoadedSources, 'servers' | 'approve'>,
): Promise<readonly HeldTool[]> {
  if (approve === 'off') return [];
  const file = openApprovedFile(home, systemTimers);
  const approved = await file.read();
  const approvals = createApprovals(file, () => {});
  approvals.setMode(approve);
  await approvals.reload();
  const remembered = createRememberedLists(home, systemTimers);
  const held: HeldTool[] = [];
  for (const server of servers) {
    const known = server.ok ? await remembered.read(server.name, server.config) : undefined;
    for (const tool of known?.tools ?? []) {
      const reason = approvals.heldBack(server.name, tool);
      if (reason === undefined) continue;
      const before = reason === 'new' ? undefined : approvedOf(approved, server.name)?.[tool.name];
      held.push({ server: server.name, tool, reason, before, now: definitionText(tool) });
    }
  }
  return held;
}
