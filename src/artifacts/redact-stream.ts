import { type ArtifactBody, artifactBlocks } from './artifact-blocks.ts';
import { findSecrets, LONGEST_SECRET, redactSecrets, UNBROKEN } from './redact-secrets.ts';

/** Bytes scanned for a NUL, which text never contains (git uses the same test). */
const LOOKED_AT = 8000;
/** Characters without a safe place to cut, after which the text is cut anywhere. */
const LONGEST_RUN = 1024 * 1024;
/** Max bytes per call of `String.fromCharCode`, which takes each as an argument. */
const STEP = 8192;

/**
 * Redacts a body as a stream, block by block. The end of each block (as long as the longest secret) is held back, so
 * secrets across blocks are found. A body with a NUL in its first 8,000 bytes is binary and passes unchanged. Bytes are
 * decoded as Latin-1: secrets are ASCII, so no other byte changes, whatever the encoding.
 */
export async function* redactBody(body: ArtifactBody): AsyncGenerator<Uint8Array> {
  let waiting = '';
  let text: boolean | undefined;
  for await (const block of artifactBlocks(body)) {
    text ??= !block.subarray(0, LOOKED_AT).includes(0);
    if (!text) {
      yield block;
      continue;
    }
    waiting += toCharacters(block);
    const cut = findCut(waiting);
    if (cut > 0) yield toBytes(redactSecrets(waiting.slice(0, cut)));
    waiting = waiting.slice(cut);
  }
  if (waiting !== '') yield toBytes(redactSecrets(waiting));
}

/** Finds the last offset at which the text can be cut without splitting a secret; 0 if there is none yet. */
function findCut(text: string): number {
  let cut = text.length - LONGEST_SECRET;
  // Patterns look at the character before a secret. A cut after a word character would hide it, so a piece could match
  // where the whole text does not. After an escape a cut is fine.
  while (cut > 0 && UNBROKEN.test(text[cut - 1] as string)) cut--;
  if (cut <= 0) {
    if (text.length < LONGEST_RUN) return 0;
    cut = text.length - LONGEST_SECRET;
  }
  const secrets = findSecrets(text);
  for (let moved = true; moved; ) {
    moved = false;
    for (const [start, end] of secrets) {
      if (start >= cut || cut >= end) continue;
      cut = start;
      moved = true;
    }
  }
  return cut;
}

function toCharacters(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) parts.push(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  return parts.join('');
}

function toBytes(characters: string): Uint8Array {
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
