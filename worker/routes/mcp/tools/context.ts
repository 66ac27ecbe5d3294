import { redactSecrets } from '../../../../src/artifacts/redact-secrets.ts';
import type { LoadTokenCounter } from '../../../../src/base/tokens/count-tokens.ts';
import { CONTEXT_TOOLS } from '../../../../src/tools/context/context-tools.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { WorkerTool } from '../tool.ts';
import { accounted, FETCHED } from './accounted.ts';
import { askKept } from './ask-kept.ts';

/** Dependencies from the worker. */
export interface ContextToolsDeps {
  readonly openPruneContext: OpenPruneContext;
  readonly loadTokenCounter: LoadTokenCounter;
  /** True to redact secrets of known formats from stored context. */
  readonly redact: boolean;
}

/** Creates the `context_*` tools over the stored context of the caller's team. */
export function contextTools({ openPruneContext, loadTokenCounter, redact }: ContextToolsDeps): readonly WorkerTool[] {
  return CONTEXT_TOOLS.map(({ open }) => ({
    scope: 'context',
    open(call) {
      const { context: store, artifacts, storageFailed: onStorageFailure } = call;
      if (store === undefined) return undefined;
      const prune = askKept(call, openPruneContext);
      const kept = { store, artifacts, redact: redact ? redactSecrets : undefined };
      const tool = open({ ...kept, loadTokenCounter, ...(prune && { prune }), onStorageFailure });
      // Nothing is recorded as saved, because the agent itself decides what to release.
      return accounted(tool, call, async () => FETCHED);
    },
  }));
}
