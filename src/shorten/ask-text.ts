import type { PruneRequest } from '../engine/pruner.ts';
import type { PruneStage } from './options.ts';
import { pruneParts } from './prune-parts.ts';

/** A text and the question about it. */
export type AskedText = Pick<PruneRequest, 'text' | 'question' | 'path' | 'firstLine'>;

/**
 * Returns the lines of a text that answer the question, for tools that show them in results of their own: nothing is
 * kept, and no notice is added. Undefined if the pruner failed or there is none. Rejects with the signal's reason.
 */
export async function askText(
  { question, ...part }: AskedText,
  chosen: PruneStage['chosen'],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (chosen === undefined) return undefined;
  if (part.text === '') return '';
  const opened = { parts: [{ ...part, toTheLetter: true, apply: (pruned: string) => pruned }] };
  const prune = { chosen, now: () => 0 };
  const side = { signal, log: () => {} };
  const { parts } = await pruneParts({ tool: '' }, opened, { question, noticeTokens: 0 }, { prune }, side);
  return parts[0]?.shown;
}
