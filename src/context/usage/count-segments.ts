/** Formats a number of segments in words. */
export const countSegments = (count: number): string => (count === 1 ? 'one segment' : `${count} segments`);
