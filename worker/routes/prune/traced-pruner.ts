import { utf8Bytes } from '../../../src/base/json/utf8-bytes.ts';
import type { Tracing } from '../../../src/base/tracing/tracing.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';

/**
 * Wraps a pruner so that each pruned text is a span. Answers from the cache have no span, since nothing is pruned then.
 */
export function tracedPruner(to: Pruner, tracing: Tracing): Pruner {
  return {
    prune: (request, options) => {
      const attributes = { 'mcp_pruner.text.bytes': utf8Bytes(request.text) };
      return tracing.span({ name: 'prune', kind: 'internal', attributes }, async (span) => {
        const outcome = await to.prune(request, options);
        if (!outcome.ok) span.fail(outcome.code);
        else if (outcome.details !== undefined) {
          const { kind, lineCount, keptLines } = outcome.details;
          const lines = { 'mcp_pruner.text.lines': lineCount, 'mcp_pruner.kept.lines': keptLines.length };
          span.set({ 'mcp_pruner.text.kind': kind, ...lines });
        }
        return outcome;
      });
    },
  };
}
