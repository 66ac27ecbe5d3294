import { readFileSync } from 'node:fs';

/** Names that are told; of more, how many. */
const MAX = 12;
/** UTF-16 units of a name. */
const LONGEST = 40;

/**
 * What the client's model is told of the servers behind us, before any parser is loaded; undefined where there are none.
 * Names are left out where the file has comments, and those that would not stand as words in a sentence.
 */
export function serversAtAGlance(file: string, profile?: string): string | undefined {
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

interface Glanced {
  readonly mcpServers?: Readonly<Record<string, { readonly enabled?: boolean }>>;
  readonly profiles?: Readonly<Record<string, { readonly servers?: readonly string[] } | undefined>>;
  readonly profile?: string;
}

/** Undefined where it cannot be told. */
function namesIn(text: string, named: string | undefined): readonly string[] | undefined {
  try {
    const { mcpServers = {}, profiles = {}, profile } = JSON.parse(text) as Glanced;
    const offered = profiles[named ?? profile ?? '']?.servers ?? Object.keys(mcpServers);
    return Object.keys(mcpServers).filter((name) => mcpServers[name]?.enabled !== false && offered.includes(name));
  } catch {
    return undefined;
  }
}
