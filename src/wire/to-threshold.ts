/** The threshold of the port: 0..1, or undefined where the engine is to choose. */
export function toThreshold(asked: number | undefined): number | undefined {
  return asked === undefined ? undefined : Math.min(1, Math.max(0, asked));
}
