import { readFileSync } from 'node:fs';

/** A tool as it was listed, long texts cut. */
export interface RecordedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The description of each argument, by its name. */
  readonly arguments: Readonly<Record<string, string>>;
}

interface RecordedList {
  readonly server: string;
  readonly tools: readonly RecordedTool[];
}

/** The tools of all recorded servers, each with its server's name. */
export function recordedTools(): readonly (RecordedTool & { readonly server: string })[] {
  const lists = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8')) as readonly RecordedList[];
  return lists.flatMap(({ server, tools }) => tools.map((tool) => ({ server, ...tool })));
}
