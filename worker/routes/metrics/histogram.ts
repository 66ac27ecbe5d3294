import type { Metric, Sample } from './sample.ts';
import { createSeries } from './series.ts';

/** Counts of durations in buckets, per set of labels. */
export interface Histogram<Labels extends Readonly<Record<string, string>>> extends Metric {
  /** Records a duration in seconds. */
  observe(labels: Labels, seconds: number): void;
}

/** Upper bounds in seconds: from a cached answer to a large text on a busy upstream. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates a histogram; its name must end in the unit, `_seconds`. */
export function createHistogram<Labels extends Readonly<Record<string, string>>>(
  name: string,
  help: string,
): Histogram<Labels> {
  const series = createSeries(() => ({ counts: new Array<number>(BOUNDS.length).fill(0), sum: 0, count: 0 }));
  return {
    name,
    help,
    type: 'histogram',
    observe: (labels, seconds) => {
      const one = series.of(labels);
      one.sum += seconds;
      one.count += 1;
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
    },
    samples: () =>
      series.all().flatMap(([labels, { counts, sum, count }]) => {
        let seen = 0;
        const buckets = BOUNDS.map((bound, i): Sample => {
          seen += counts[i] ?? 0;
          return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: seen };
        });
        return [
          ...buckets,
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ];
      }),
  };
}
