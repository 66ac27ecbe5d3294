import type { EventLog } from '../../../src/base/events/event-log.ts';
import { definitionText } from '../../../src/mcp/tool-definition.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { PreparedTool } from './prepare-tools.ts';

/** Detects when a tool's definition differs from that of its first use. */
export interface DefinitionChanges {
  /** SHA-256 of each definition at its first use, by tool name. */
  readonly used: Readonly<Record<string, string>>;
  /** Call when a tool is used. Returns true if it is the first time. */
  use(tool: PreparedTool): boolean;
  /** Compares the current definitions. Each change of a used tool is logged once. */
  compare(tools: readonly PreparedTool[]): void;
}

/** Creates the detector. A trusted tool must not change unnoticed, because the model acts on its description. */
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
  return sha256Hex(definitionText(tool));
}
