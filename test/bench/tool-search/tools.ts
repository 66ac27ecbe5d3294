import { readFileSync } from 'node:fs';
import { unpackLines } from '../packed-lines.ts';

/** A tool as listed by its server, with long texts cut. */
export interface RecordedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The description of each argument, by its name. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** The tools of one server, and the package of that server. */
export interface RecordedList {
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly license?: string | undefined;
  readonly tools: readonly RecordedTool[];
}

/** The recorded lists, one per line, compressed. */
export const RECORDED: URL = new URL('tools.jsonl.br', import.meta.url);

/** Recorded lists of servers that were added after the ranking was tuned. */
export const RECORDED_UNSEEN: URL = new URL('unseen-tools.jsonl.br', import.meta.url);

/** All tools of a recording, with the name of each tool's server. */
export function recordedTools(recorded: URL = RECORDED): readonly (RecordedTool & { readonly server: string })[] {
  return unpackLines<RecordedList>(readFileSync(recorded)).flatMap(({ server, tools }) =>
    tools.map((tool) => ({ server, ...tool })),
  );
}
