/** Lines to choose from. */
export interface Priced {
  /** What keeping each line is good for, 0 and above. */
  readonly gains: Float32Array;
  /** Estimated tokens per line. */
  readonly tokens: Int32Array;
  /** Estimated tokens of a marker, which every run of lines that are left out costs. */
  readonly markerTokens: number;
}

/**
 * The lines whose gains, less `price` for every token that showing them and the markers between them takes, are the most of
 * all choices (Viterbi, over two states a line). Lines between good ones are kept where a marker would cost more than they
 * do: the higher the price, the fewer and the better the runs. A byte a line.
 */
export function bestRuns({ gains, tokens, markerTokens }: Priced, price: number): Uint8Array {
  const count = gains.length;
  const marker = price * markerTokens;
  // The most that can be had up to a line that is shown, and up to one that is left out.
  let shown = 0;
  let hidden = -marker;
  /** Whether the line before one that is shown, or left out, is left out. */
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
