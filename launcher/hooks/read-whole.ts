import { readFile, stat } from 'node:fs/promises';
import type { HostResult } from './host-result.ts';

/** UTF-16 units by which a file is told to hold the output that the host shows a part of. */
const COMPARED = 1000;

/** Reads all of a text, even if the host shows a part; undefined if it is too large, or if the file holds another text. */
export async function readWhole(
  { text, wholeIn, part = 'beginning' }: HostResult,
  maxBytes: number,
): Promise<string | undefined> {
  if (wholeIn === undefined) return Buffer.byteLength(text) > maxBytes ? undefined : text;
  const found = await stat(wholeIn);
  // A pipe would never be read to its end.
  if (!found.isFile() || found.size > maxBytes) return undefined;
  const whole = await readFile(wholeIn, 'utf8');
  // Hosts trim what they show.
  const isOurs =
    part === 'end'
      ? whole.trimEnd().endsWith(text.trimEnd().slice(-COMPARED).trimStart())
      : whole.trimStart().startsWith(text.trimStart().slice(0, COMPARED).trimEnd());
  return isOurs ? whole : undefined;
}
