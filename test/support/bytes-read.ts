import { readFileSync } from 'node:fs';

/**
 * Bytes that this process has read so far, from files and pipes. A test can bound this count without measuring memory
 * or time. Undefined where the system does not count (only Linux does).
 */
export function bytesRead(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
  return Number(bytes);
}

/** Runs `work`, and returns how many bytes this process read meanwhile; 0 where the system does not count. */
export async function bytesReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = bytesRead();
  await work();
  return (bytesRead() ?? 0) - (before ?? 0);
}
