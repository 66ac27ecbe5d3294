import { sha256Hex } from '../../platform/sha256.ts';

/** A server, and the server's own name for a tool or prompt. */
export interface Origin {
  readonly server: string;
  readonly name: string;
}

/** Maps other servers' tools or prompts to the names under which they are offered, and back. */
export type GatewayNames = ReturnType<typeof createGatewayNames>;

export interface GatewayNamesOptions {
  /** Returns the names of all servers in the current configuration. */
  readonly configured: () => readonly string[];
  /** The only configured server, which keeps its own names if possible. Default: none. */
  readonly bare?: string | undefined;
  /** Names that are already taken. */
  readonly taken?: readonly string[] | undefined;
}

/** Max length of a name. Hosts refuse longer ones. */
const LONGEST = 64;
const HASH_CHARS = 8;

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
/** Returns how the names of a server's tools begin, unless it is the only server. */
export const prefixOf = (server: string): string => `mcp_${plain(server)}_`;

/**
 * Creates names of the form `mcp_<server>_<name>`, with `_` for characters outside `A-Za-z0-9_-`. A name that is longer
 * than 64 characters, not ASCII, or ambiguous between servers, is cut and ends with a hash of its origin. Which server
 * keeps the plain name depends on the configured names, never on their order or on which server lists first. Otherwise
 * a name that a model knows could lead to another tool.
 */
export function createGatewayNames({ configured, bare, taken = [] }: GatewayNamesOptions) {
  const names = new Map<string, string>();
  const origins = new Map<string, Origin>();
  const free = (name: string): boolean => name !== '' && !taken.includes(name) && !origins.has(name);
  let alone = bare;
  const isAlone = (server: string): boolean => {
    const now = configured();
    if (alone !== undefined && !now.includes(alone)) alone = now.length === 1 ? now[0] : alone;
    return server === alone;
  };

  const choose = ({ server, name: own }: Origin, shown: string | undefined): string => {
    const name = shown ?? own;
    // A non-ASCII name would become mostly underscores and could equal another one. The order of a list would then
    // decide which of them keeps the plain name.
    const isReadable = isAscii(name);
    if (isReadable && isAlone(server) && plain(name).length <= LONGEST && free(plain(name))) return plain(name);
    const full = `${prefixOf(server)}${plain(name)}`;
    const isOwn = !configured().some((other) => full.startsWith(prefixOf(other)) && goesBefore(other, server));
    if (isReadable && isOwn && full.length <= LONGEST && free(full)) return full;
    const hash = sha256Hex(`${server}\0${own}`);
    for (let chars = HASH_CHARS; ; chars += HASH_CHARS) {
      const hashed = `${full.slice(0, LONGEST - 1 - chars)}_${hash.slice(0, chars)}`;
      if (free(hashed) || chars + HASH_CHARS >= LONGEST) return hashed;
    }
  };

  return {
    /** Returns the name of an origin. It is stable while this process runs. It is based on `shown` if given. */
    nameOf(origin: Origin, shown?: string): string {
      const key = JSON.stringify([origin.server, origin.name, shown]);
      const known = names.get(key);
      if (known !== undefined) return known;
      const name = choose(origin, shown);
      names.set(key, name);
      origins.set(name, { server: origin.server, name: origin.name });
      return name;
    },
    originOf: (name: string): Origin | undefined => origins.get(name),
  };
}

/**
 * True if `one` keeps a name that both could claim: the longer prefix wins, then the one without replaced characters.
 */
function goesBefore(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first.length !== second.length) return first.length > second.length;
  if ((first === one) !== (second === other)) return first === one;
  return one < other;
}
