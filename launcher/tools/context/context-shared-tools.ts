import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import type { ContextStore } from '../../../src/context/context-store.ts';
import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import { askText } from '../../../src/shorten/ask-text.ts';
import { SqlError } from '../../../src/storage/sql-error.ts';
import { createContextTools } from '../../../src/tools/context/context-tools.ts';
import type { LazyContextToolsOptions } from './lazy-context-tools-options.ts';
import type { OpenedCalls } from './open-calls.ts';

/** Creates the context tools over a store that is opened by the first call. */
export function contextSharedTools(
  open: () => Promise<OpenedCalls>,
  { redact, artifacts, chosen, log }: Pick<LazyContextToolsOptions, 'redact' | 'artifacts' | 'chosen' | 'log'>,
): readonly SharedTool[] {
  return createContextTools({
    store: opensOnUse(async () => {
      const { store, settled } = await open();
      await settled();
      return store;
    }),
    redact: redact ? redactSecrets : undefined,
    artifacts,
    onStorageFailure: (error) => log('error', 'context.failed', { message: messageOf(error) }),
    prune: (asked, { signal }) => askText(asked, chosen, signal),
  });
}

/** Returns a store that opens on first use. A failure to open is reported as a `SqlError`. */
function opensOnUse(open: () => Promise<ContextStore>): ContextStore {
  return new Proxy({} as ContextStore, {
    get:
      (_, name) =>
      async (...args: unknown[]): Promise<unknown> => {
        const store = await open().catch((error: unknown) => {
          if (error instanceof SqlError) throw error;
          throw new SqlError('failed', `the store cannot be opened: ${messageOf(error)}`, error);
        });
        return (store[name as keyof ContextStore] as (...given: unknown[]) => Promise<unknown>)(...args);
      },
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
