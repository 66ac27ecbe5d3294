import { readFile, stat } from 'node:fs/promises';
import type { HostResult } from '../hosts/host-hooks.ts';

/** UTF-16 units to compare between a file and the part of it that the host shows. */
const COMPARED = 1000;

/**
 * Reads the full text, even if the host shows only a part. Undefined if it is too large, or if the file contains
 * another text.
 */
export async function readWhole(
  { text, wholeIn, part = 'beginning' }: HostResult,
  maxBytes: number,
): Promise<string | undefined> {
  if (wholeIn === undefined) return Buffer.byteLength(text) > maxBytes ? undefined : text;
  // Any file begins and ends with nothing.
  if (text.trim() === '') return undefined;
  const found = await stat(wholeIn);
  // Reading a pipe might never end.
  if (!found.isFile() || found.size > maxBytes) return undefined;
  const whole = await readFile(wholeIn, 'utf8');
  // Hosts trim the text that they show.
  const isOurs =
    part === 'end'
      ? whole.trimEnd().endsWith(text.trimEnd().slice(-COMPARED).trimStart())
      : whole.trimStart().startsWith(text.trimStart().slice(0, COMPARED).trimEnd());
  return isOurs ? whole : undefined;
}
