/** Formats a number of segments in words. */
export function countSegments(count: number): string {
  return count === 1 ? 'one segment' : `${count} segments`;
}
