import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from growing the heap's new space. Reading logs produces mostly garbage, for which Node 24 grows it to 128
 * MB. On 1 GB of logs the peak is 181 MB instead of 295 MB, in the same time.
 */
export function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
