/** Returns round axis values that cover `min` to `max` and include zero. */
export function toTicks(min: number, max: number, about: number): number[] {
  const low = Math.min(0, min);
  const high = Math.max(0, max);
  const rough = Math.max((high - low) / about, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
