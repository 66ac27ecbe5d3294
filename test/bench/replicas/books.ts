/** Confirmed answers to clients, to compare with stored data. */
export interface Books {
  /** Answers that usage counts, in their order. */
  readonly counted: Counted[];
  readonly artifacts: Artifact[];
  readonly segments: Segment[];
  /** Keys that clients use, by id. */
  readonly keys: Map<string, Key>;
  /** Keys that were made during the test and are not used, by id. */
  readonly made: Map<string, Key>;
  readonly revoked: Key[];
  /** The last confirmed quota of each team, by its id; undefined if a later change was not confirmed. */
  readonly quotas: Map<string, number | undefined>;
  /** Number of requests without an answer, by what happened instead. */
  readonly unanswered: Map<string, number>;
  /** Answers that are wrong. */
  readonly wrong: string[];
  /** Milliseconds of each prune request. */
  readonly times: number[];
}

export interface Counted {
  /** Address of the worker that answered. */
  readonly by: string;
}

export interface Key {
  readonly id: string;
  readonly key: string;
  readonly team: string;
}

export interface Artifact {
  readonly key: string;
  readonly ref: string;
  readonly text: string;
}

export interface Segment {
  readonly key: string;
  readonly id: string;
  readonly text: string;
}

export function openBooks(): Books {
  return {
    ...{ counted: [], artifacts: [], segments: [], revoked: [], wrong: [], times: [] },
    ...{ keys: new Map(), made: new Map(), quotas: new Map(), unanswered: new Map() },
  };
}
