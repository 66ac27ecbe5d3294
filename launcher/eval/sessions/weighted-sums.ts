type Column = Float64Array;

/** Columns summed at once: a single sum would wait for each of its additions, which takes three times as long. */
const TOGETHER = 4;

/** Sums each column with every number taken as often as `times` says. All have the same length. */
export function weightedSums(columns: readonly Column[], times: Column): Float64Array {
  const sums = new Float64Array(columns.length);
  for (let at = 0; at < columns.length; at += TOGETHER) {
    const [a = times, b = times, c = times, d = times] = columns.slice(at, at + TOGETHER);
    sums.set(sumFour(times, a, b, c, d).slice(0, columns.length - at), at);
  }
  return sums;
}

function sumFour(times: Column, a: Column, b: Column, c: Column, d: Column): readonly number[] {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < times.length; i++) {
    const n = times[i] as number;
    s0 += n * (a[i] as number);
    s1 += n * (b[i] as number);
    s2 += n * (c[i] as number);
    s3 += n * (d[i] as number);
  }
  return [s0, s1, s2, s3];
}
