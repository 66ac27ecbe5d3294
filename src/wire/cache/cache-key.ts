import type { PruneRequest } from '../../pruning/pruner.ts';
import type { PruneDoor } from '../prune-door.ts';

/** Raised when entries come to mean something else. */
const FORMAT = 1;

/**
 * SHA-256, in hex, of all that an answer depends on: the text, the trimmed question, every option, who may share it and
 * what prunes. As JSON, in which different strings differ even where UTF-8 would not tell them apart (lone surrogates).
 */
export async function cacheKey(request: PruneRequest, door: PruneDoor): Promise<string> {
  const { text, question, path, kind, threshold, targetRatio, maxTokens, markers, firstLine } = request;
  const told = JSON.stringify([
    FORMAT,
    door.scope ?? '',
    door.engineVersion ?? '',
    [path ?? null, kind ?? null, threshold ?? null, targetRatio ?? null, maxTokens ?? null],
    // Only ranges tell where a text begins.
    markers === 'ranges' ? ['ranges', firstLine ?? 1] : ['plain'],
    [request.keepFirstLine === true, request.failed === true],
    question.trim(),
    text,
  ]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(told));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
