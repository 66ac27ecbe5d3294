import type { Metric } from './sample.ts';
import { createSeries } from './series.ts';

/** Values per set of labels that only increase. */
export interface Counter<Labels extends Readonly<Record<string, string>>> extends Metric {
  add(labels: Labels, by?: number): void;
}

/** Creates a counter; its name must end in `_total`. */
export function createCounter<Labels extends Readonly<Record<string, string>>>(
  name: string,
  help: string,
): Counter<Labels> {
  const series = createSeries(() => ({ value: 0 }));
  return {
    name,
    help,
    type: 'counter',
    add: (labels, by = 1) => {
      series.of(labels).value += by;
    },
    samples: () => series.all().map(([labels, { value }]) => ({ labels, value })),
  };
}
