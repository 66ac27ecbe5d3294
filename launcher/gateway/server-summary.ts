import { readFileSync } from 'node:fs';

/** Max server names to mention. The rest are only counted. */
const MAX = 12;
/** Max UTF-16 units of a name. Longer names are only counted. */
const LONGEST = 40;

/**
 * Describes the configured servers for the client's model, before any parser is loaded; undefined if there are none.
 * Omits names if the file has comments, and names that are not plain words.
 */
export function serverSummary(file: string, profile?: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const names = namesIn(text, profile);
  if (names?.length === 0) return undefined;
  const known = names?.filter((name) => name.length <= LONGEST && /^[\w.-]+$/.test(name)).slice(0, MAX) ?? [];
  const more = (names?.length ?? 0) - known.length;
  const told = [...known, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const which = told === '' ? '' : ` (${told})`;
  return `Tools named mcp_<server>_<tool> are those of other MCP servers${which}; most take the question too.`;
}

interface SummaryFile {
  readonly mcpServers?: Readonly<Record<string, { readonly enabled?: boolean }>>;
  readonly profiles?: Readonly<Record<string, { readonly servers?: readonly string[] } | undefined>>;
  readonly profile?: string;
}

/** Returns the names of the offered servers; undefined if the file is not plain JSON. */
function namesIn(text: string, named: string | undefined): readonly string[] | undefined {
  try {
    const { mcpServers = {}, profiles = {}, profile } = JSON.parse(text) as SummaryFile;
    const offered = profiles[named ?? profile ?? '']?.servers ?? Object.keys(mcpServers);
    return Object.keys(mcpServers).filter((name) => mcpServers[name]?.enabled !== false && offered.includes(name));
  } catch {
    return undefined;
  }
}
