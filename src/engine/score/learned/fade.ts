/** Spreads each value to its neighbors, multiplied by `share` with every step away. */
export function fade(values: Float32Array, share: number): Float32Array {
  const out = new Float32Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum = sum * share + (values[i] as number);
    out[i] = sum;
  }
  sum = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    out[i] = (out[i] as number) + sum;
    sum = (sum + (values[i] as number)) * share;
  }
  return out;
}

/** Divides by the maximum. All zeros stay zeros. */
export function normalize(values: Float32Array): Float32Array {
  let max = 0;
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i] as number);
  if (max > 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / max;
  return values;
}
