import { readFileSync } from 'node:fs';
import { unpackLines } from '../packed-lines.ts';

/** A tool as it was listed, long texts cut. */
export interface RecordedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The description of each argument, by its name. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** The tools of one server, with the package that they were listed from. */
export interface RecordedList {
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly license?: string | undefined;
  readonly tools: readonly RecordedTool[];
}

/** The recorded lists, one a line, compressed. */
export const RECORDED: URL = new URL('tools.jsonl.br', import.meta.url);

/** Lists of servers that were recorded after the ranking was tuned, likewise. */
export const RECORDED_UNSEEN: URL = new URL('unseen-tools.jsonl.br', import.meta.url);

/** The tools of all servers of a recording, each with its server's name. */
export function recordedTools(recorded: URL = RECORDED): readonly (RecordedTool & { readonly server: string })[] {
  return unpackLines<RecordedList>(readFileSync(recorded)).flatMap(({ server, tools }) =>
    tools.map((tool) => ({ server, ...tool })),
  );
}
