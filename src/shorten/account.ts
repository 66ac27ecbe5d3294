/** What a call showed of what it returned, for the ledger. */
export interface CallRecord {
  readonly tool: string;
  /** Text that the model would have been shown without us. */
  readonly raw: string;
  /** Text that it was shown. */
  readonly shown: string;
  /** True if the call had a question. */
  readonly asked: boolean;
  /** The question, which the model wrote. */
  readonly written: string | undefined;
  readonly shortened: boolean;
  /** True if the savings are only measured. */
  readonly shadow: boolean;
  readonly source: { readonly path: string; readonly part: boolean } | undefined;
}
