import type { ArtifactInfo } from '../artifacts/artifact-store.ts';
import type { Care, PruneDetails, PruneRequest } from '../engine/pruner.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import type { KeptText } from '../text/kept-text.ts';
import type { PruningMetadata } from './pruning-metadata.ts';

/** A text of an output that pruning applies to. */
export interface Part<Place> extends Pick<PruneRequest, 'text' | 'path' | 'kind' | 'firstLine' | 'failed'> {
  /** Text to keep if the part is not shown whole; null if the caller has it. Default: `text`. */
  readonly whole?: string | null | undefined;
  /** The text as it came, if escapes and overwritten lines were removed from it. Shown if the part stays whole. Default: `text`. */
  readonly original?: string | undefined;
  /** Max UTF-8 bytes of the pruned text as JSON, approximately. Undefined: no limit. */
  readonly maxBytes?: number | undefined;
  /**
   * True to apply a remote pruner's text however little it saves. Default false: a text that saves less than its notice
   * takes is replaced by the original.
   */
  readonly toTheLetter?: boolean | undefined;
  /** Levels of automatic mode, tried in this order until one leaves something out. Default: only a question prunes. */
  readonly cares?: readonly Care[] | undefined;
  /** True if a pruned text is worth showing. Default: always. */
  readonly saves?: ((pruned: string, care: Care | undefined) => boolean) | undefined;
  /** Why the part stays whole although it could be pruned. Default: it does not. */
  readonly exempt?: 'tool_error' | undefined;
  /** Puts a pruned text in place; undefined if it cannot be read back. */
  apply(pruned: string): Place | undefined;
}

/** A part after pruning. */
export interface PrunedPart<Place> {
  /** The part with the pruned text; undefined if it stays as it was. */
  readonly shown: Place | undefined;
  readonly pruning: PruningMetadata;
  /** True if part of the text is not shown. */
  readonly leftOut: boolean;
  /** True if nothing in the text relates to the question, as far as the pruner can tell. */
  readonly unmatched?: boolean | undefined;
  /** Reference of the stored original. Set if something was left out and the part is stored by itself. */
  readonly kept?: KeptText | undefined;
  readonly details?: PruneDetails | undefined;
}

/** Everything that is decided about an output before its result is built. */
export interface PrunedOutput<Place> {
  /** One for each part, in order. */
  readonly parts: readonly PrunedPart<Place>[];
  /** Metadata of all parts together, with the artifact that keeps the whole. */
  readonly pruning: PruningMetadata;
}

/** A result and the metadata of its pruning. */
export interface Shown<Result> {
  readonly result: Result;
  readonly pruning: PruningMetadata;
}

/** Stores the whole of a text before it is cut. */
export type Keep = (text: string) => Promise<KeptText>;

/**
 * The output of a call, and how to show it. Each source (a tool, a server, a host) has a translator that builds one.
 */
export interface Output<Place, Result> {
  /** Name of the tool, for artifacts, events and the ledger. */
  readonly tool: string;
  /** File that the output comes from; `part`: only some of its lines. */
  readonly source?: { readonly path: string; readonly part: boolean } | undefined;
  /**
   * Set if the tool itself stores its output as it arrives, because the output is more than its texts. Resolves once it
   * is stored. Default: the texts are stored.
   */
  readonly storing?: Promise<ArtifactInfo> | undefined;
  /**
   * True if the same call can return the output again, as a read can. Default false: the output is shown whole if the
   * omitted parts cannot be stored.
   */
  readonly isRepeatable?: boolean | undefined;
  /**
   * Splits the output into its parts, just before they are pruned. `keep` stores a text that cannot be shown unchanged.
   */
  open(keep: Keep): OpenedOutput<Place, Result> | Promise<OpenedOutput<Place, Result>>;
  /** Returns the text that the model would be shown without us. */
  raw(): string;
  /** Builds the result that shows everything, for shadow mode. Default: the output is shortened in shadow mode too. */
  showWhole?(): Shown<Result>;
  /** Returns the text of a result that the model is shown. */
  textOf(result: Result): string;
}

/** An output whose parts are known. */
export interface OpenedOutput<Place, Result> {
  /** Texts to prune. */
  readonly parts: readonly Part<Place>[];
  /**
   * Set if the reader sees the parts as one text. Returns that text, to be stored as one artifact. A part unrelated to
   * the question is then cut short if another part is related. Default: each part is stored by itself.
   */
  readonly whole?: (() => string) | undefined;
  /** Returns a text to keep although nothing was left out, because hosts cut it. */
  readonly large?: ((pruning: PruningMetadata) => string | undefined) | undefined;
  /**
   * Builds the result: fits it into the budget, and adds a notice that says how much was left out and where the
   * original is.
   */
  show(pruned: PrunedOutput<Place>, keep: Keep): Promise<Result>;
}

/** How to prune an output. */
export interface Wanted {
  /** The question; in automatic mode, what the agent said. Undefined: nobody asked. */
  readonly question: string | undefined;
  /** Automatic mode, and what a lost line costs in tokens. Default: only a question prunes. */
  readonly automatic?: { readonly lossTokens: number } | undefined;
  /** Snapshot of the session. Default: from the session's memory, if there is one. */
  readonly context?: SessionContext | undefined;
  /** Estimated tokens of the notice that a shortened text gets. Default: those of `rawNotice`. */
  readonly noticeTokens?: number | undefined;
}
