import type { KeptText } from './kept-text.ts';

export interface WhereaboutsOptions {
  /** Describes the content of the artifact. */
  readonly what?: string | undefined;
  /** Number that the artifact's line 1 has in its file. Default 1. */
  readonly firstLine?: number | undefined;
  /** Words for a text that could not be stored. */
  readonly otherwise?: string;
}

/** Says where the original of a text is: `all of it: artifact ref="ax://…"`, or `otherwise` if it is not stored. */
export function whereabouts(
  kept: KeptText,
  { what = 'all of it', firstLine = 1, otherwise = 'the rest could not be kept' }: WhereaboutsOptions = {},
): string {
  return 'artifact_ref' in kept ? `${what}: artifact ref="${kept.artifact_ref}"${lineOffset(firstLine)}` : otherwise;
}

/** Says which line of its file an artifact begins with, because gaps are numbered as in the file. */
export const lineOffset = (firstLine: number): string => (firstLine === 1 ? '' : ` (its line 1 is line ${firstLine})`);

/** Joins the parts of a notice into one line: `[part; part]`. Undefined if there are none. */
export function notice(...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : `[${said.join('; ')}]`;
}

/** Names the folder of a result, if the reader may expect another one. */
export const folderNotice = (folder: string): string => `[in ${folder}]`;

/** The notice of a text that was cut to fit: `[cut to 12 of 80 lines; all of it: …]`. */
export function cutNotice(shown: string, kept: KeptText, what?: string): string {
  return `[cut to ${shown}; ${whereabouts(kept, { what })}]`;
}
