import type { PruneRequest } from '../../engine/pruner.ts';
import type { PruneContext } from '../prune-context.ts';
import type { JoinKey } from './in-flight-work.ts';
import { type Sha256, webSha256 } from './sha256.ts';

/** Increase it when entries change their meaning. */
const FORMAT = 1;

/**
 * Builds an identity from everything an answer depends on: who may share it, what prunes, every option, the trimmed
 * question, and the text. Different requests have different identities. `sessionDigest` covers what the session knows,
 * if anything.
 */
export function identityOf(request: PruneRequest, pruneContext: PruneContext, sessionDigest?: string): JoinKey {
  const { question, path, kind, threshold, targetRatio, maxTokens, markers, firstLine } = request;
  const options = JSON.stringify([
    FORMAT,
    pruneContext.scope ?? '',
    pruneContext.engineVersion ?? '',
    [path ?? null, kind ?? null, threshold ?? null, targetRatio ?? null, maxTokens ?? null],
    // Only ranges depend on where a text begins.
    markers === 'ranges' ? ['ranges', firstLine ?? 1] : ['plain'],
    [request.keepFirstLine === true, request.failed === true],
    question.trim(),
    ...(sessionDigest === undefined
      ? []
      : [sessionDigest, request.automatic ?? null, firstLine ?? 1, pruneContext.sessionVersion ?? '']),
  ]);
  return { options, text: request.text };
}

/** Hashes an identity to a cache key (SHA-256, hex) that reveals nothing of the text. */
export async function cacheKey({ options, text }: JoinKey, sha256: Sha256 = webSha256): Promise<string> {
  // JSON contains no raw line feed, so a raw text follows the first line feed, and a JSON text follows none.
  return sha256(isWellFormed(text) ? `${options}\n${text}` : `${options} ${JSON.stringify(text)}`);
}

/** True if the UTF-8 of the text is unambiguous. JSON always is, but takes three times as long for 1 MB. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
