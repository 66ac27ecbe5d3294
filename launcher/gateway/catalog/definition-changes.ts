import { createHash } from 'node:crypto';
import { definitionText } from '../../../src/mcp/tool-definition.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PreparedTool } from './prepare-tools.ts';

/** Notices when a tool says something else of itself than when it was first used. */
export interface DefinitionChanges {
  /** SHA-256 of each definition at its first use, by the tool's name. */
  readonly used: Readonly<Record<string, string>>;
  /** A tool is used; true where it is for the first time. */
  use(tool: PreparedTool): boolean;
  /** What is listed now: each change of a used tool is told once. */
  compare(tools: readonly PreparedTool[]): void;
}

/** A tool that was trusted may not turn into another one unseen: its description is what the model acts on. */
export function createDefinitionChanges(
  server: string,
  log: EventLog,
  known: Readonly<Record<string, string>> = {},
): DefinitionChanges {
  const used = new Map(Object.entries(known));
  return {
    get used() {
      return Object.fromEntries(used);
    },
    use(tool) {
      if (used.has(tool.name)) return false;
      used.set(tool.name, hashOf(tool));
      return true;
    },
    compare(tools) {
      for (const tool of tools) {
        const before = used.get(tool.name);
        const now = hashOf(tool);
        if (before === undefined || before === now) continue;
        used.set(tool.name, now);
        log('warn', 'tool.definition_changed', { server, tool: tool.name });
      }
    },
  };
}

function hashOf(tool: PreparedTool): string {
  return createHash('sha256').update(definitionText(tool)).digest('hex');
}
