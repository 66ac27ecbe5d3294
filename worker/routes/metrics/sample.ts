/** A number of a metric. */
export interface Sample {
  /** Suffix of the metric's name: `_bucket`, `_sum` and `_count` of a histogram. */
  readonly suffix?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its current values. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): readonly Sample[];
}
