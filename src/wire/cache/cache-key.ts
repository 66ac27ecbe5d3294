import type { PruneRequest } from '../../pruning/pruner.ts';
import type { PruneDoor } from '../prune-door.ts';
import type { JoinKey } from './joins.ts';
import { type Sha256, webSha256 } from './sha256.ts';

/** Raised when entries come to mean something else. */
const FORMAT = 1;

/**
 * All that an answer depends on: who may share it, what prunes, every option, the trimmed question, and the text.
 * Different requests differ in it. `sessionDigest` is that of what the session knows, where anything is known.
 */
export function identityOf(request: PruneRequest, door: PruneDoor, sessionDigest?: string): JoinKey {
  const { question, path, kind, threshold, targetRatio, maxTokens, markers, firstLine } = request;
  const options = JSON.stringify([
    FORMAT,
    door.scope ?? '',
    door.engineVersion ?? '',
    [path ?? null, kind ?? null, threshold ?? null, targetRatio ?? null, maxTokens ?? null],
    // Only ranges tell where a text begins.
    markers === 'ranges' ? ['ranges', firstLine ?? 1] : ['plain'],
    [request.keepFirstLine === true, request.failed === true],
    question.trim(),
    ...(sessionDigest === undefined
      ? []
      : [sessionDigest, request.automatic ?? null, firstLine ?? 1, door.sessionVersion ?? '']),
  ]);
  return { options, text: request.text };
}

/** SHA-256, in hex, of an identity: under it an answer is remembered, and nothing of the text. */
export async function cacheKey({ options, text }: JoinKey, sha256: Sha256 = webSha256): Promise<string> {
  // JSON holds no line feed as such: a text stands behind the first, one written as JSON behind none.
  return sha256(isWellFormed(text) ? `${options}\n${text}` : `${options} ${JSON.stringify(text)}`);
}

/** Whether UTF-8 tells the text apart from all others; JSON, which always does, takes three times as long for 1 MB. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
