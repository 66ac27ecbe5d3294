import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import type { LazyContextToolsOptions } from './lazy-context-tools-options.ts';
import type { OpenedCalls } from './open-calls.ts';
import { projectOf } from './project-of.ts';
import type { RecordedCall } from './record-call.ts';

/** Lazy access to the context tools and their store. */
export interface LazyContextTools {
  loadTools(): Promise<readonly SharedTool[]>;
  /** Project in which calls are recorded. Undefined unless enabled. */
  readonly project: string | undefined;
  /** Records a call of the launcher's own tools, after its answer is sent. Undefined unless enabled. */
  readonly record: ((call: RecordedCall) => void) | undefined;
  /** Resolves when all pending calls are written. */
  close(): Promise<void>;
}

/**
 * Creates the context tools, which load and touch the disk on first use. Undefined if context is off. If this Node has no
 * SQLite, that is logged, and the tools answer that they need it.
 */
export function createLazyContextTools({ mode, ...options }: LazyContextToolsOptions): LazyContextTools | undefined {
  if (mode === 'off') return undefined;
  const isOld = !hasSqlite();
  const needs = 'node:sqlite, which Node has from 22.13 on';
  if (isOld) options.log('warn', 'context.off', { reason: 'no_sqlite', needs, node: process.version });
  let opening: Promise<OpenedCalls> | undefined;
  const open = (): Promise<OpenedCalls> => {
    if (isOld) return Promise.reject(new Error(`it needs ${needs}, and this is Node ${process.version}`));
    opening ??= import('./open-calls.ts').then(({ openCalls }) => openCalls(options));
    // Retry next time, so that a temporary failure such as a full disk does not last.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    loadTools: async () => (await import('./context-shared-tools.ts')).contextSharedTools(open, options),
    project: mode === 'auto' && !isOld ? projectOf(options.root) : undefined,
    record:
      mode === 'auto' && !isOld
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
