import type { ContextResources } from '../../src/context/context-resources.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { hasSqlite } from '../storage/load-sqlite.ts';
import type { LazyContextToolsOptions } from './lazy-context-tools-options.ts';
import type { OpenedCalls } from './open-calls.ts';
import type { RecordedCall } from './record-call.ts';

/** The way to the context tools and what they keep. */
export interface LazyContextTools {
  loadTools(): Promise<readonly SharedTool[]>;
  readonly resources: ContextResources;
  /** Writes a call of the launcher's own down, behind its answer. Undefined unless that is asked for. */
  readonly record: ((call: RecordedCall) => void) | undefined;
  /** Resolves when what was to be written down is. */
  close(): Promise<void>;
}

/** Loads, and touches the disk, on use. Undefined where context is off, or this Node has no SQLite: an event says so. */
export function createLazyContextTools({ mode, ...options }: LazyContextToolsOptions): LazyContextTools | undefined {
  if (mode === 'off') return undefined;
  if (!hasSqlite()) {
    const needs = 'node:sqlite, which Node has from 22.13 on';
    options.log('warn', 'context.off', { reason: 'no_sqlite', needs, node: process.version });
    return undefined;
  }
  let opening: Promise<OpenedCalls> | undefined;
  const open = (): Promise<OpenedCalls> => {
    opening ??= import('./open-calls.ts').then(({ openCalls }) => openCalls(options));
    // Else a disk that was full once would be full for ever.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    loadTools: async () => (await import('./context-shared-tools.ts')).contextSharedTools(open, options),
    resources: {
      list: async (cursor) => (await open()).resources.list(cursor),
      read: async (uri) => (await open()).resources.read(uri),
    },
    record:
      mode === 'auto'
        ? (call) => {
            open()
              .then(({ record }) => record(call))
              .catch((error: unknown) => options.log('warn', 'context.failed', { message: String(error) }));
          }
        : undefined,
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
