import { type ArtifactBody, artifactBlocks } from './artifact-blocks.ts';
import { findSecrets, LONGEST_SECRET, redactSecrets, UNBROKEN } from './redact-secrets.ts';

/** Bytes that are looked at for a NUL: text has none (as git tells text from all else). */
const LOOKED_AT = 8000;
/** Characters without a place to cut after which it is cut anywhere. */
const LONGEST_RUN = 1024 * 1024;
/** Most arguments of a call. */
const STEP = 8192;

/**
 * A body without the secrets in it, in memory block by block: one that stands across blocks is found too, since the
 * end of what has come, as long as the longest secret, waits for what follows. A body with a NUL in its first 8,000
 * bytes is no text and passes as it is. Bytes are read as Latin-1: every secret is ASCII, and so no other byte changes,
 * whatever the encoding.
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

/** The last place at which a text can be cut such that both parts hold the secrets that the whole does; 0: none yet. */
function findCut(text: string): number {
  let cut = text.length - LONGEST_SECRET;
  // Behind a letter a secret cannot begin, and could once the text begins there; an escape says that one can.
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
