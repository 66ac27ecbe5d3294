/** Min lines and UTF-16 units of a result. Shorter ones need no pruning. */
export const MIN_LINES = 40;
export const MIN_CHARS = 2500;

/** True if a result is long enough to become a case. */
export function isLongEnough(text: string): boolean {
  if (text.length < MIN_CHARS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < MIN_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines >= MIN_LINES;
}
