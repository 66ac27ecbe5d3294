const COUNTED = /(\d+) (file|insertion|deletion)s?\b/g;

/**
 * Returns how much a commit changed, from the sums that `--stat` prints: lines added and removed, or only the part
 * requested.
 */
export function linesChanged(commit: string, question: string): number | undefined {
  const isAdded = /\binsert|\badd/i.test(question);
  const isRemoved = /\bdelet|\bremov/i.test(question);
  const isFiles = /\bfiles?\b/i.test(question) && !/\blines?\b/i.test(question);
  let sum: number | undefined;
  for (const [, number, what] of commit.matchAll(COUNTED)) {
    const counts = isFiles
      ? what === 'file'
      : what !== 'file' && (isAdded === isRemoved || (what === 'insertion') === isAdded);
    if (counts) sum = (sum ?? 0) + Number(number);
  }
  return sum;
}
