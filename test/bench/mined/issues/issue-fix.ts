/** An issue and the change that fixed it. */
export interface IssueFix {
  /** `owner/name` of the repository. */
  readonly repo: string;
  /** The issue's number or name. */
  readonly issue: string;
  readonly title: string;
  readonly body: string;
  /** Commit that the fix was made on. */
  readonly base: string;
  /** The fix, as a unified diff. */
  readonly patch: string;
  /** Texts of files at `base` that come with the issue, by the end of their path. For repositories without a clone. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** Splits a text into its first line and the rest, as data sets join titles and bodies. */
export function toTitleAndBody(text: string): { readonly title: string; readonly body: string } {
  const [title = '', ...rest] = text.replaceAll('\r', '').trim().split('\n');
  return { title: title.trim(), body: rest.join('\n').trim() };
}
