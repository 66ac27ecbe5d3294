/** One call through a door of the built package, and what came back. */
export interface Call {
  readonly door: string;
  /** Unique within its door. */
  readonly name: string;
  /** Says what was sent, briefly: a labelled output is named, not repeated. */
  readonly input: unknown;
  readonly output: unknown;
}

/** Writes one call of a scene down. A name that repeats within the scene gets a number. */
export type Note = (name: string, input: unknown, output: unknown) => void;
