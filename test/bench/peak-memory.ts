import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of this process so far, in kB (Linux). `maxRSS` of `process.resourceUsage()` does not work here:
 * a child inherits it from its parent, so it would show the size of the benchmark that started this process.
 */
export function peakKb(): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN);
}
