import { createHash } from 'node:crypto';

/** What a server calls its own, and the server. */
export interface Origin {
  readonly server: string;
  readonly name: string;
}

/** Names that tools or prompts of other servers bear here, both ways. */
export interface GatewayNames {
  /** The same name for the same origin as long as this process runs. */
  nameOf(origin: Origin): string;
  originOf(name: string): Origin | undefined;
}

export interface GatewayNamesOptions {
  /** Without it names stay as they are where they can. Default true. */
  readonly prefix?: boolean | undefined;
  /** Names that are taken. */
  readonly taken?: readonly string[] | undefined;
}

/** Hosts refuse longer ones (DESIGN, decision 9). */
const LONGEST = 64;
const HASH_CHARS = 8;

/**
 * `mcp_<server>_<name>`, with `_` for characters outside `A-Za-z0-9_-`; where that has more than 64 characters, or is
 * another one's name already, it is cut and ends with a hash of the origin.
 */
export function createGatewayNames({ prefix = true, taken = [] }: GatewayNamesOptions = {}): GatewayNames {
  const names = new Map<string, string>();
  const origins = new Map<string, Origin>();
  const free = (name: string): boolean => name !== '' && !taken.includes(name) && !origins.has(name);

  const choose = ({ server, name }: Origin): string => {
    const short = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    if (!prefix && short.length <= LONGEST && free(short)) return short;
    const full = `mcp_${server.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_${short}`;
    if (full.length <= LONGEST && free(full)) return full;
    const hash = createHash('sha256').update(`${server}\0${name}`).digest('hex');
    for (let chars = HASH_CHARS; ; chars += HASH_CHARS) {
      const hashed = `${full.slice(0, LONGEST - 1 - chars)}_${hash.slice(0, chars)}`;
      if (free(hashed) || chars + HASH_CHARS > hash.length) return hashed;
    }
  };

  return {
    nameOf(origin) {
      const key = JSON.stringify([origin.server, origin.name]);
      const known = names.get(key);
      if (known !== undefined) return known;
      const name = choose(origin);
      names.set(key, name);
      origins.set(name, { server: origin.server, name: origin.name });
      return name;
    },
    originOf: (name) => origins.get(name),
  };
}
