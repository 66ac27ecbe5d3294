import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { type Piece, piecesOf } from './references.ts';
import type { ServerConfig } from './server-config.ts';

const HIDDEN = '…';
const SECRET_NAME = /key|token|secret|passw(?:or)?d|passphrase|\bpwd\b|credential|auth|cookie|session/i;
const SCHEME = /^(?:Bearer|Basic|Token|Digest) $/i;

/**
 * Returns a server that is safe to display. Values of env and headers, a client secret, and likely secrets in command,
 * args, cwd and url become an ellipsis. References such as `${GITHUB_TOKEN}` stay, but their fallbacks are removed.
 * Takes an unexpanded configuration.
 */
export function shownServer(config: ServerConfig): ServerConfig {
  if (config.transport === 'http') {
    const { url, headers, oauth } = config;
    const secret = oauth?.clientSecret;
    const shown = secret === undefined ? oauth : { ...oauth, clientSecret: hideValue(secret) };
    return { ...config, url: shownUrl(url), headers: hideValues(headers), oauth: shown };
  }
  const { command, args, env, cwd } = config;
  return {
    ...config,
    command: shownText(command),
    args: args.map((arg, index) => shownArgument(arg, args[index - 1])),
    env: hideValues(env),
    cwd: cwd === undefined ? undefined : shownText(cwd),
  };
}

function hideValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hideValue(value)]));
}

/** Hides everything except references and an auth scheme such as `Bearer` before them. */
function hideValue(value: string): string {
  return piecesOf(value)
    .map((piece) => (piece.kind === 'literal' ? (SCHEME.test(piece.text) ? piece.text : HIDDEN) : shownPiece(piece)))
    .join('');
}

function shownPiece(piece: Exclude<Piece, { kind: 'literal' }>): string {
  if (piece.kind === 'malformed') return HIDDEN;
  return piece.fallback === undefined ? `\${${piece.name}}` : `\${${piece.name}:-${HIDDEN}}`;
}

function shownArgument(arg: string, before: string | undefined): string {
  // Matches `--api-key VALUE`, but not `--api-key --verbose`.
  if (before !== undefined && /^--?[\w-]+$/.test(before) && SECRET_NAME.test(before) && !arg.startsWith('-')) {
    return hideValue(arg);
  }
  const [, name, mark, value] = /^([\w-]+)(=|:\s*)([\s\S]+)$/.exec(arg) ?? [];
  if (name !== undefined && mark !== undefined && value !== undefined && SECRET_NAME.test(name)) {
    return `${name}${mark}${hideValue(value)}`;
  }
  return /[a-z][a-z0-9+.-]*:\/\//i.test(arg) ? shownUrl(arg) : shownText(arg);
}

/** Hides a URL's user name, values of its query and fragment, and path segments that look like keys. */
function shownUrl(url: string): string {
  const [address = '', query] = url.replace(/#[\s\S]*$/, (rest) => `#${hideValue(rest.slice(1))}`).split(/\?([\s\S]*)/);
  const open = address.replace(/(:\/\/)([^/]*)@/, (_, mark: string, user: string) => `${mark}${hideValue(user)}@`);
  const shown = open.split('/').map(shownText).join('/');
  if (query === undefined) return shown;
  return `${shown}?${shownText(query.replace(/=([^&#]*)/g, (_, value: string) => `=${hideValue(value)}`))}`;
}

/** Hides known key formats, and words that are too long and too mixed to be a name. */
function shownText(text: string): string {
  return redactSecrets(text)
    .replaceAll(/\[redacted:[a-z-]+\]/g, HIDDEN)
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g, HIDDEN);
}
