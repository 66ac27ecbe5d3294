import { createToolIndex } from '../../../launcher/gateway/tool-search/tool-index.ts';
import type { ToolRequest } from './requests.ts';
import { RECORDED, recordedTools } from './tools.ts';

export interface RecordedIndex {
  readonly tools: number;
  readonly servers: number;
  /** Returns the tools that match a request as `server.tool`, best first. */
  readonly search: (request: string) => readonly string[];
}

/** Indexes all tools of recordings. */
export function indexRecorded(...recordings: readonly URL[]): RecordedIndex {
  const tools = (recordings.length > 0 ? recordings : [RECORDED]).flatMap((recorded) => recordedTools(recorded));
  const names = tools.map(({ server, name }) => `${server}.${name}`);
  const index = createToolIndex(
    tools.map((tool) => ({
      ...tool,
      arguments: Object.entries(tool.arguments).map(([name, description]) => ({ name, description })),
    })),
  );
  return {
    tools: tools.length,
    servers: new Set(tools.map(({ server }) => server)).size,
    search: (request) => index.search(request).map((i) => names[i] as string),
  };
}

export interface SearchFigures {
  /** Requests whose right tool was first, or among the first five. */
  readonly first: number;
  readonly five: number;
  /** The other requests, each in a line with the tool that was first. */
  readonly missed: readonly string[];
}

export function figuresOf({ search }: RecordedIndex, requests: readonly ToolRequest[]): SearchFigures {
  const found = requests.map(({ request, right }) => {
    const ranked = search(request);
    return { request, right, ranked, rank: ranked.findIndex((name) => right.includes(name)) };
  });
  return {
    first: found.filter(({ rank }) => rank === 0).length,
    five: found.filter(({ rank }) => rank >= 0 && rank < 5).length,
    missed: found
      .filter(({ rank }) => rank !== 0)
      .map(
        ({ request, right, ranked, rank }) =>
          `${request}: ${right[0]} is ${rank + 1}, first ${ranked.slice(0, 3).join(', ')}`,
      ),
  };
}
