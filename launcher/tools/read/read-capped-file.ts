import type { LineScanner } from './line-scanner.ts';
import type { TextSource } from './open-text.ts';

const CHUNK_BYTES = 256 * 1024;
const CR = 13;

/**
 * Reads the scanner's range, or everything without a scanner. Stops when the scanner is done, when the file ends, or
 * after more than `max` bytes. Memory use stays near `max` however large the file is, and no more is read than needed.
 */
export async function readCappedFile(
  file: Pick<TextSource, 'read'>,
  size: number,
  max: number,
  signal: AbortSignal,
  scanner?: LineScanner,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let kept = 0;
  let carried: Buffer | undefined;
  // A file in /proc reports size 0 but has content. Reading one byte beyond the size detects the end without another
  // read.
  const step = scanner === undefined ? Math.min(Math.max(size + 1, 4096), max + 1) : CHUNK_BYTES;
  for (let position = 0; kept <= max && scanner?.done !== true; ) {
    signal.throwIfAborted();
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(step), 0, step, position);
    position += bytesRead;
    let chunk: Buffer = buffer.subarray(0, bytesRead);
    if (carried !== undefined) chunk = Buffer.concat([carried, chunk]);
    carried = undefined;
    if (scanner !== undefined && bytesRead > 0 && chunk[chunk.length - 1] === CR) {
      carried = chunk.subarray(-1);
      chunk = chunk.subarray(0, -1);
    }
    const part = scanner === undefined ? chunk : scanner.take(chunk);
    if (part.length > 0) parts.push(part);
    kept += part.length;
    if (bytesRead === 0) break;
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}
