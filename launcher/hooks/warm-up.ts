import { createSessionMemory } from '../../src/session-memory/session-memory.ts';
import { shortenResult } from '../../src/unasked/shorten-result.ts';
import { parseTomlText } from '../hosts/parse-toml-text.ts';
import { otherEncoding } from '../platform/text/text-encoding.ts';
import type { HookOptions } from './answer-hook.ts';

/** Lines of a sample. The engine's parts load with the first text that is long enough to be pruned. */
const LINES = 200;

/** Bytes that begin no character of UTF-8. */
const NOT_UTF8 = Buffer.of(0xff);

/**
 * Loads all parts that any hook may need, by using each, and logs `hook.ready`. So the first result of a session finds
 * the engine loaded, and later ones are answered even if an update has removed this version's files.
 */
export async function warmUp({ pruner, hosts, loadStores, log }: HookOptions): Promise<void> {
  const text = Array.from({ length: LINES }, (_, at) => `export const value${at} = compute(${at});`).join('\n');
  const given = { tool: 'Read', args: { file_path: 'sample.ts' }, path: 'sample.ts', text };
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Where is value 7 computed?', isSummary: false });
  const facts = { question: 'I look at value 7.', context: memory.context(), wasShortened: () => false };
  const options = { cuts: 'more', isIgnored: () => false, pruner } as const;
  await shortenResult(given, facts, options, new AbortController().signal);
  await Promise.all([hosts.load(), loadStores?.(), otherEncoding(NOT_UTF8), parseTomlText('')]);
  log('debug', 'hook.ready', {});
}
