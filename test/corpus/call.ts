/** One call through a door of the built package, and its output. */
export interface Call {
  readonly door: string;
  /** Unique within its door. */
  readonly name: string;
  /** Describes the input briefly; a labelled output is named instead of repeated. */
  readonly input: unknown;
  readonly output: unknown;
}

/** Records one call of a scene. A repeated name gets a number. */
export type Note = (name: string, input: unknown, output: unknown) => void;
