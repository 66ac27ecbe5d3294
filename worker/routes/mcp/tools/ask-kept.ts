import { utf8Bytes } from '../../../../src/base/json/utf8-bytes.ts';
import { measuredPruner } from '../../../../src/prune-api/measured-pruner.ts';
import { type PruneRecord, recordOf } from '../../../../src/prune-api/prune-reply.ts';
import { type AskedText, askText } from '../../../../src/shorten/ask-text.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { WorkerToolCall } from '../tool.ts';

/** Answers a question about a text that was not in a body. Undefined if that is not possible. */
export type AskKept = (asked: AskedText, options: { readonly signal: AbortSignal }) => Promise<string | undefined>;

/** Lets keys with scope `prune` ask questions about stored texts. Charges the team for the text, like `prune_text`. */
export function askKept(
  call: WorkerToolCall,
  openPruneContext: OpenPruneContext,
  onRecord: (record: PruneRecord) => void = () => {},
): AskKept | undefined {
  if (!call.principal.scopes.has('prune')) return undefined;
  return async (asked, { signal }) => {
    const bytes = utf8Bytes(asked.text);
    if (!(await call.charge(bytes))) return undefined;
    const pruneContext = await openPruneContext({ ...call.caller, bytes });
    const pruner = measuredPruner({ ...pruneContext, signal });
    const text = await askText(asked, { pruner, endpoint: 'worker' }, signal);
    if (pruner.last?.ok === true) onRecord(recordOf('code', pruner.last));
    return text;
  };
}
