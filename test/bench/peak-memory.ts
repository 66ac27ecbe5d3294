import { readFileSync } from 'node:fs';

/**
 * Resident memory of this process at its highest so far, in kB (Linux). Not `maxRSS` of `process.resourceUsage()`: a child
 * process inherits that from its parent, so that it says how large the benchmark was that started it.
 */
export function peakKb(): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN);
}
