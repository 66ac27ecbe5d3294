import path from 'node:path';
import { ConfigError } from '../../platform/settings/config.ts';
import { parsePrunerUrl } from '../../platform/settings/pruner-url.ts';
import type { Variable } from '../../platform/settings/variable.ts';
import { DEFAULT_PRUNER_URL } from '../../platform/settings/variables.ts';
import type { McpServers } from '../provider-run-options.ts';
import { type EntryPlaces, installedPlaces } from './entry-places.ts';

const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);

/** Environment variables that a runner reads. */
export const RUNNER_VARIABLES = {
  JEEVES_PRUNER_ENABLED: {
    fallback: '',
    allowed: '`1`, `true`, `yes` or `on`, in any case; any other value means off',
    effect: 'Gives agents the tools of mcp-pruner.',
    parse: (value) => ON.has(value.trim().toLowerCase()),
  },
  JEEVES_PRUNER_URL: {
    fallback: DEFAULT_PRUNER_URL,
    allowed: 'an http or https URL without a user name or password, `embedded`, or empty',
    effect: 'PRUNER_URL of the server. Empty: no pruning.',
    parse: parsePrunerUrl,
  },
  JEEVES_MCP_PRUNER_PATH: {
    fallback: '',
    allowed: 'a readable file',
    effect: 'Entry file of the server, run by `node`. Default: the entry file of this package.',
    parse: (value) => (value === '' || value.includes('\0') ? undefined : value),
  },
} as const satisfies Readonly<Record<string, Variable<unknown>>>;

/** Module path, as listed in `exports` of package.json. */
const INSTALLED = '@jeeves/mcp-pruner/dist/index.js';
/** Path relative to `packages/runner/dist` of a workspace. */
const IN_WORKSPACE = '../../mcp-pruner/dist/index.js';

type FoundEntry =
  | { readonly ok: true; readonly file: string }
  /** Paths that were tried, in order. */
  | { readonly ok: false; readonly tried: readonly string[] };

/** Finds mcp-pruner's entry file: first as an installed package, then beside the runner's own package. */
function findEntry({ resolve, folder, isReadableFile }: EntryPlaces): FoundEntry {
  const candidates = [installed(resolve), path.resolve(folder, IN_WORKSPACE)];
  const file = candidates.find((candidate) => candidate !== undefined && isReadableFile(candidate));
  if (file !== undefined) return { ok: true, file };
  return { ok: false, tried: candidates.map((candidate) => candidate ?? INSTALLED) };
}

function installed(resolve: EntryPlaces['resolve']): string | undefined {
  try {
    return resolve(INSTALLED);
  } catch {
    return undefined;
  }
}

/** Server name that agents see. It prefixes the tools, such as `mcp__pruner__read`. */
export const SERVER_NAME = 'pruner';

/** Decision whether a run gets the tools, and how its provider starts their server. */
export type McpServersDecision =
  | { readonly kind: 'config_resolved'; readonly mcpServers: McpServers }
  | { readonly kind: 'config_disabled'; readonly mcpServers?: never }
  /** Logged as `mcp_pruner.config_invalid`. The run goes on without the tools. */
  | { readonly kind: 'config_invalid'; readonly error: ConfigError; readonly mcpServers?: never };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the JEEVES_ variables. Never throws, whatever their values. `cwd` becomes the server's root, and a relative
 * JEEVES_MCP_PRUNER_PATH is resolved against it.
 */
export function buildMcpServersConfig(
  env: Environment,
  cwd: string,
  places: EntryPlaces = installedPlaces,
): McpServersDecision {
  const enabled = RUNNER_VARIABLES.JEEVES_PRUNER_ENABLED.parse(env['JEEVES_PRUNER_ENABLED'] ?? '');
  if (enabled !== true) return { kind: 'config_disabled' };
  try {
    const args = [entryOf(env, cwd, places)];
    const server = { command: 'node', args, env: { PRUNER_URL: prunerUrlOf(env), MCP_PRUNER_CWD: cwd } };
    return { kind: 'config_resolved', mcpServers: { [SERVER_NAME]: server } };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'config_invalid', error };
    throw error;
  }
}

function prunerUrlOf(env: Environment): string {
  const { fallback, parse, allowed } = RUNNER_VARIABLES.JEEVES_PRUNER_URL;
  const url = parse(env['JEEVES_PRUNER_URL'] ?? fallback);
  // The URL may contain a key, so do not quote it.
  if (url === undefined) throw new ConfigError(`cannot use JEEVES_PRUNER_URL: expected ${plain(allowed)}`);
  return url;
}

function entryOf(env: Environment, cwd: string, places: EntryPlaces): string {
  const given = env['JEEVES_MCP_PRUNER_PATH'];
  if (given === undefined) {
    const found = findEntry(places);
    if (found.ok) return found.file;
    const tried = found.tried.map((file) => JSON.stringify(file)).join(', ');
    throw new ConfigError(
      `cannot find the entry file of mcp-pruner in ${tried}: set JEEVES_MCP_PRUNER_PATH to its path`,
    );
  }
  const { parse, allowed } = RUNNER_VARIABLES.JEEVES_MCP_PRUNER_PATH;
  const usable = parse(given);
  const file = usable === undefined || path.isAbsolute(usable) ? usable : path.resolve(cwd, usable);
  if (file !== undefined && places.isReadableFile(file)) return file;
  throw new ConfigError(`cannot use JEEVES_MCP_PRUNER_PATH ${JSON.stringify(given)}: expected ${plain(allowed)}`);
}

const plain = (allowed: string): string => allowed.replaceAll('`', '');
