/** True if a version such as `2.1.121` is `min` or later. Compares numbers from left to right; missing ones are 0. */
export function isVersionFrom(version: string, min: string): boolean {
  const [have, need] = [version, min].map((one) => one.split('.').map(Number)) as [number[], number[]];
  const at = need.findIndex((number, i) => number !== (have[i] ?? 0));
  return at === -1 || (have[at] ?? 0) > (need[at] as number);
}
