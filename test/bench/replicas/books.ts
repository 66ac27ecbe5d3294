/** What clients were told, so that it can be held against what is stored. */
export interface Books {
  /** Answers that usage counts, in their order. */
  readonly counted: Counted[];
  readonly artifacts: Artifact[];
  readonly segments: Segment[];
  /** Keys with which clients work, by id. */
  readonly keys: Map<string, Key>;
  /** Keys that were made meanwhile, by id. Nobody works with them. */
  readonly made: Map<string, Key>;
  readonly revoked: Key[];
  /** The last quota of a team that was confirmed, by its id; undefined where a later change was not answered. */
  readonly quotas: Map<string, number | undefined>;
  /** Requests without an answer, by what came instead. */
  readonly unanswered: Map<string, number>;
  /** Answers that are wrong. */
  readonly wrong: string[];
  /** Milliseconds of each prune. */
  readonly times: number[];
}

export interface Counted {
  /** Address of the worker. */
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
