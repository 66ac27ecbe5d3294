/**
 * A letter, number or sign that programs print instead of a word. A question with the word wants the lines with the
 * mark.
 */
export interface Mark {
  /** Matches a question that asks for the mark. */
  readonly asked: RegExp;
  /** Matches a line that carries the mark. A heading marks all lines below it. */
  readonly line: RegExp;
  /** True if a heading stands for itself only. */
  readonly alone?: boolean | undefined;
  /** Share of lines above which the mark distinguishes none. Default: 0.5. */
  readonly max?: number | undefined;
}
