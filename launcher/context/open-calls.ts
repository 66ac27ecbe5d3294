import { type ContextResources, createContextResources } from '../../src/context/context-resources.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import type { ContextDoorOptions } from './context-door-options.ts';
import { openContext } from './open-context.ts';
import { projectOf, type RecordedCall, recordCall } from './record-call.ts';

/** The open store, and calls that are written down one after the other. */
export interface OpenedCalls {
  readonly store: ContextStore;
  readonly resources: ContextResources;
  /** Never rejects. */
  record(call: RecordedCall): void;
  close(): Promise<void>;
}

/** Calls that may wait; more are not written down. */
const MOST_WAITING = 50;

/** Rejects where the store cannot be opened. */
export async function openCalls({
  home,
  root,
  log,
}: Pick<ContextDoorOptions, 'home' | 'root' | 'log'>): Promise<OpenedCalls> {
  const onSetAside = (file: string): void => log('error', 'context.set_aside', { file });
  const { store, sweep, close } = await openContext({ home, onSetAside });
  sweep().catch((error: unknown) => log('warn', 'context.failed', { message: String(error) }));
  const project = projectOf(root);
  let last = Promise.resolve();
  let waiting = 0;
  return {
    store,
    resources: createContextResources(store),
    record(call) {
      if (waiting >= MOST_WAITING) return;
      waiting += 1;
      last = last
        .then(() => recordCall(store, project, call))
        .catch((error: unknown) => log('warn', 'context.failed', { message: String(error) }))
        .finally(() => {
          waiting -= 1;
        });
    },
    async close() {
      await last;
      close();
    },
  };
}
