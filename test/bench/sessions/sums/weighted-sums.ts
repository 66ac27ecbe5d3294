type Column = Float64Array;

/** Number of columns to sum at once, each with two weights, so that each number read serves several sums. */
const TOGETHER = 4;
type Eight = Float64Array;

/**
 * Sums each column twice, with every number weighted by `first` and by `second`. Returns all sums by the first weights,
 * then all by the second.
 */
export function weightedSums(columns: readonly Column[], first: Column, second: Column): Float64Array {
  const { length } = columns;
  const sums = new Float64Array(length * 2);
  const eight: Eight = new Float64Array(2 * TOGETHER);
  for (let at = 0; at < length; at += TOGETHER) {
    const column = (n: number): Column => columns[at + n] ?? first;
    sumFour(eight, first, second, column(0), column(1), column(2), column(3));
    for (let n = 0; n < TOGETHER && at + n < length; n++) {
      sums[at + n] = eight[n] as number;
      sums[length + at + n] = eight[TOGETHER + n] as number;
    }
  }
  return sums;
}

function sumFour(into: Eight, first: Column, second: Column, a: Column, b: Column, c: Column, d: Column): void {
  let a1 = 0;
  let a2 = 0;
  let b1 = 0;
  let b2 = 0;
  let c1 = 0;
  let c2 = 0;
  let d1 = 0;
  let d2 = 0;
  for (let i = 0; i < first.length; i++) {
    const m = first[i] as number;
    const n = second[i] as number;
    const va = a[i] as number;
    const vb = b[i] as number;
    const vc = c[i] as number;
    const vd = d[i] as number;
    a1 += m * va;
    a2 += n * va;
    b1 += m * vb;
    b2 += n * vb;
    c1 += m * vc;
    c2 += n * vc;
    d1 += m * vd;
    d2 += n * vd;
  }
  into.set([a1, b1, c1, d1, a2, b2, c2, d2]);
}
