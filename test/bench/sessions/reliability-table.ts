/** Share of the needed lines that an answer was expected to show, and the share that it showed, both 0 to 1. */
export interface Recall {
  readonly expected: number;
  readonly actual: number;
}

const BINS = 5;

/**
 * Formats a Markdown table that compares expected and actual recall. Answers are grouped by their expected share of the
 * needed lines.
 */
export function reliabilityTable(recalls: readonly Recall[]): string {
  const rows = Array.from({ length: BINS }, (_, bin) => {
    const own = recalls.filter(({ expected }) => Math.min(BINS - 1, Math.floor(expected * BINS)) === bin);
    const mean = (of: keyof Recall): string =>
      own.length === 0 ? '' : `${((100 * own.reduce((sum, one) => sum + one[of], 0)) / own.length).toFixed(0)} %`;
    const range = `${(100 * bin) / BINS}–${(100 * (bin + 1)) / BINS} %`;
    return `| ${range} | ${own.length} | ${mean('expected')} | ${mean('actual')} |`;
  });
  return ['| expected | answers | expected, mean | shown, mean |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
