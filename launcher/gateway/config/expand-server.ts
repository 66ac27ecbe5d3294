import { checkLaunch } from './check-launch.ts';
import { toIssuePath } from './issue-path.ts';
import type { OAuthConfig } from './oauth-config.ts';
import { piecesOf } from './references.ts';
import type { ConfigIssue, HttpServerConfig, ServerConfig, StdioServerConfig } from './server-config.ts';

const FORMS = `\${VAR}, \${VAR:-default}, or $\${ for a literal \${`;

type Environment = Readonly<Record<string, string | undefined>>;

export type ExpandedServer =
  /** Contains secrets: use it only to connect, never to display. */
  | { readonly ok: true; readonly config: ServerConfig }
  /**
   * `missing` lists unset variables in order of appearance, `missingAt` the keys that use them. `issues` are other
   * problems. No message contains a value.
   */
  | {
      readonly ok: false;
      readonly missing: readonly string[];
      readonly missingAt: readonly string[];
      readonly issues: readonly ConfigIssue[];
    };

/**
 * Fills in `${VAR}` and `${VAR:-default}` in command, args, cwd, url, oauth and the values of env and headers. Inserted
 * values are not expanded again. As in a shell, an empty variable counts as set for the first form and as unset for the
 * second. Called at connect time, so that no secret is stored or written.
 */
export function expandServer(
  name: string,
  config: ServerConfig,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): ExpandedServer {
  const expand = expander(name, env, platform);
  const expanded = config.transport === 'http' ? expandHttp(config, expand.text) : expandStdio(config, expand.text);
  const missing = [...new Set(expand.missing)];
  const missingAt = [...new Set(expand.missingAt)];
  if (missing.length > 0 || expand.issues.length > 0) return { ok: false, missing, missingAt, issues: expand.issues };
  // Check the texts as literals: a `${` in an inserted value is not a reference.
  const issues = checkLaunch(name, expanded, { expanded: true });
  return issues.length > 0 ? { ok: false, missing: [], missingAt: [], issues } : { ok: true, config: expanded };
}

type Expand = (text: string, ...at: readonly PropertyKey[]) => string;

function expandStdio(config: StdioServerConfig, expand: Expand): ServerConfig {
  return {
    ...config,
    command: expand(config.command, 'command'),
    args: config.args.map((text, index) => expand(text, 'args', index)),
    env: expandValues(config.env, 'env', expand),
    cwd: config.cwd === undefined ? undefined : expand(config.cwd, 'cwd'),
  };
}

function expandHttp(config: HttpServerConfig, expand: Expand): ServerConfig {
  const { url, headers, oauth } = config;
  return {
    ...config,
    url: expand(url, 'url'),
    headers: expandValues(headers, 'headers', expand),
    oauth: oauth && expandOAuth(oauth, expand),
  };
}

function expandOAuth(oauth: OAuthConfig, expand: Expand): OAuthConfig {
  const entries = Object.entries(oauth).map(([key, value]: readonly [string, unknown]) => {
    if (typeof value === 'string') return [key, expand(value, 'oauth', key)];
    if (!Array.isArray(value)) return [key, value];
    return [key, value.map((text: string, index) => expand(text, 'oauth', key, index))];
  });
  return Object.fromEntries(entries);
}

function expandValues(values: Readonly<Record<string, string>>, key: string, expand: Expand): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, expand(text, key, name)]));
}

interface Expander {
  readonly text: Expand;
  readonly missing: string[];
  readonly missingAt: string[];
  readonly issues: ConfigIssue[];
}

function expander(server: string, env: Environment, platform: NodeJS.Platform): Expander {
  const missing: string[] = [];
  const missingAt: string[] = [];
  const issues: ConfigIssue[] = [];
  // Windows ignores the case of variable names, but a copy of its environment does not.
  const own = platform === 'win32' ? upperCased(env) : env;
  const lookUp = (given: string): string | undefined => {
    const name = platform === 'win32' ? given.toUpperCase() : given;
    return Object.hasOwn(own, name) ? own[name] : undefined;
  };
  const text: Expand = (given, ...at) => {
    const filled = piecesOf(given).map((piece) => {
      if (piece.kind === 'literal') return piece.text;
      if (piece.kind === 'malformed') {
        const path = toIssuePath(['mcpServers', server, ...at]);
        issues.push({ path, message: `cannot expand ${path}: expected ${FORMS}` });
        return '';
      }
      const value = lookUp(piece.name);
      if (piece.fallback !== undefined) return value === undefined || value === '' ? piece.fallback : value;
      if (value === undefined) {
        missing.push(piece.name);
        missingAt.push(toIssuePath(['mcpServers', server, ...at]));
      }
      return value ?? '';
    });
    return filled.join('');
  };
  return { text, missing, missingAt, issues };
}

function upperCased(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
}
