import type { pruneText } from '../../../../src/engine/embedded.ts';
import type { Policy } from '../../../../src/engine/structure/policy.ts';

/** A text, as read with its policy. */
export interface ReadText {
  readonly lines: readonly string[];
  /** The policy's name in the table of rules. */
  readonly policy: string;
  readonly kind: Policy['kind'];
}

/** An engine without a rule. */
export interface Without {
  readonly prune: typeof pruneText;
  readonly putBack: () => void;
}

/** A rule of the engine that can be removed. */
export interface Rule {
  /** Section of the table. */
  readonly group: string;
  readonly name: string;
  /** True for a question that the rule may affect. Other questions are not judged again. */
  readonly applies: (text: ReadText, ask: string) => boolean;
  /**
   * True if many questions for which `applies` returns true are not affected by the rule. Then only a changed answer
   * shows that the rule was used.
   */
  readonly isWide?: boolean | undefined;
  readonly takeOut: () => Without | Promise<Without>;
}
