/** Converts a requested threshold to 0..1; undefined lets the engine choose. */
export function toThreshold(asked: number | undefined): number | undefined {
  return asked === undefined ? undefined : Math.min(1, Math.max(0, asked));
}
