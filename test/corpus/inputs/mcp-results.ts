import { readdirSync, readFileSync } from 'node:fs';

/** A recorded answer of a real MCP server. */
export interface McpResult {
  /** `server/tool`, with a number. */
  readonly id: string;
  readonly question: string;
  readonly result: Readonly<Record<string, unknown>>;
}

const FOLDER = new URL('../../fixtures/mcp-results/', import.meta.url);

interface Stored {
  readonly server: string;
  readonly results: readonly {
    readonly tool: string;
    readonly facts?: readonly { readonly text: string }[];
    readonly result: Readonly<Record<string, unknown>>;
  }[];
}

/** Reads the recorded answers, in the order of their files. */
export function readMcpResults(): readonly McpResult[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.toSorted().flatMap((file) => {
    const { server, results } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Stored;
    return results.map(({ tool, facts = [], result }, at) => {
      return { id: `${server}/${tool} ${at + 1}`, question: `Where is ${facts[0]?.text ?? tool}?`, result };
    });
  });
}
