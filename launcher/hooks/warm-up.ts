import type { Pruner } from '../../src/engine/pruner.ts';
import { createSessionMemory } from '../../src/session-memory/session-memory.ts';
import { shortenResult } from '../../src/unasked/shorten-result.ts';

/** Lines of a sample. The engine's parts load with the first text that is long enough to be pruned. */
const LINES = 200;

/** Prunes a sample, so that the first result of a session finds the engine loaded. */
export async function warmUp(pruner: Pruner): Promise<void> {
  const text = Array.from({ length: LINES }, (_, at) => `export const value${at} = compute(${at});`).join('\n');
  const given = { tool: 'Read', args: { file_path: 'sample.ts' }, path: 'sample.ts', text };
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Where is value 7 computed?', isSummary: false });
  const facts = { question: 'I look at value 7.', context: memory.context(), wasShortened: () => false };
  const options = { cuts: 'more', isIgnored: () => false, pruner } as const;
  await shortenResult(given, facts, options, new AbortController().signal);
}
