/** The lines to choose from. */
export interface Priced {
  /** Gain of keeping each line, at least 0. */
  readonly gains: Float32Array;
  /** Estimated tokens per line. */
  readonly tokens: Int32Array;
  /** Estimated tokens of a marker. Every omitted run costs one. */
  readonly markerTokens: number;
}

/**
 * Returns the lines with the highest total gain minus `price` per token shown, markers included (Viterbi, two states
 * a line). Lines between good ones are kept where a marker would cost more. A higher price gives fewer and better
 * runs. One byte a line.
 */
export function bestRuns({ gains, tokens, markerTokens }: Priced, price: number): Uint8Array {
  const count = gains.length;
  const marker = price * markerTokens;
  // Best totals so far if the current line is shown, and if it is omitted.
  let shown = 0;
  let hidden = -marker;
  /** For a shown and for an omitted line: true if the line before it is omitted. */
  const before = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const gain = (gains[i] as number) - price * (tokens[i] as number);
    const isEntered = hidden > shown ? HIDDEN_BEFORE_SHOWN : 0;
    const isLeft = i > 0 && hidden >= shown - marker ? HIDDEN_BEFORE_HIDDEN : 0;
    const nextShown = (i === 0 ? 0 : Math.max(shown, hidden)) + gain;
    const nextHidden = i === 0 ? -marker : Math.max(hidden, shown - marker);
    before[i] = isEntered | isLeft;
    shown = nextShown;
    hidden = nextHidden;
  }
  const keep = new Uint8Array(count);
  let isShown = shown >= hidden;
  for (let i = count - 1; i >= 0; i--) {
    if (isShown) keep[i] = 1;
    const flag = isShown ? HIDDEN_BEFORE_SHOWN : HIDDEN_BEFORE_HIDDEN;
    isShown = ((before[i] as number) & flag) === 0;
  }
  return keep;
}

const HIDDEN_BEFORE_SHOWN = 1;
const HIDDEN_BEFORE_HIDDEN = 2;
