import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { type Piece, piecesOf } from './references.ts';
import type { ServerConfig } from './server-config.ts';

const HIDDEN = '…';
const SECRET_NAME = /key|token|secret|passw(?:or)?d|passphrase|\bpwd\b|credential|auth|cookie|session/i;
const SCHEME = /^(?:Bearer|Basic|Token|Digest) $/i;

/**
 * A server as it may be displayed: values of env and headers and a client's secret as `…`, and so what looks like a secret in command, args,
 * cwd and url. References stay (`${GITHUB_TOKEN}`), their fallbacks do not. Takes a configuration that is not expanded.
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

/** All but references, and the word before them that says how they are sent. */
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
  // `--api-key VALUE`, but not `--api-key --verbose`.
  if (before !== undefined && /^--?[\w-]+$/.test(before) && SECRET_NAME.test(before) && !arg.startsWith('-')) {
    return hideValue(arg);
  }
  const [, name, mark, value] = /^([\w-]+)(=|:\s*)([\s\S]+)$/.exec(arg) ?? [];
  if (name !== undefined && mark !== undefined && value !== undefined && SECRET_NAME.test(name)) {
    return `${name}${mark}${hideValue(value)}`;
  }
  return /[a-z][a-z0-9+.-]*:\/\//i.test(arg) ? shownUrl(arg) : shownText(arg);
}

/** An address without user name, values of its query and fragment, and segments that look like keys. */
function shownUrl(url: string): string {
  const [address = '', query] = url.replace(/#[\s\S]*$/, (rest) => `#${hideValue(rest.slice(1))}`).split(/\?([\s\S]*)/);
  const open = address.replace(/(:\/\/)([^/]*)@/, (_, mark: string, user: string) => `${mark}${hideValue(user)}@`);
  const shown = open.split('/').map(shownText).join('/');
  if (query === undefined) return shown;
  return `${shown}?${shownText(query.replace(/=([^&#]*)/g, (_, value: string) => `=${hideValue(value)}`))}`;
}

/** Known formats, and words that are too long and too mixed for a name. */
function shownText(text: string): string {
  return redactSecrets(text)
    .replaceAll(/\[redacted:[a-z-]+\]/g, HIDDEN)
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g, HIDDEN);
}
