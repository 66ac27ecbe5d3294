import { graphemeStart } from '../text/cut-text.ts';
import { shareBytes } from '../text/share-bytes.ts';

export interface ServerInstructions {
  readonly server: string;
  readonly text: string;
}

/** Max UTF-16 units of one server's instructions, and of all servers' together. */
export const MAX_INSTRUCTIONS = 2000;
export const MAX_ALL_INSTRUCTIONS = 6000;
/** A server's instructions are left out if fewer units than this fit. */
const MIN_SHOWN = 200;
/** Max UTF-16 units of a server's name. */
const MAX_NAME = 64;

const INTRODUCTION = 'Instructions of the MCP servers behind this one, each quoted under its name:';

/**
 * Joins the instructions of several servers into one bounded text for a model, each under its server's name. Every line
 * is quoted, so that none can pass for another server's or for ours. Undefined if no server has any. `whole` says where
 * to read what was cut.
 */
export function quoteInstructions(
  servers: readonly ServerInstructions[],
  whole: (server: string) => string,
): string | undefined {
  const said = servers
    .map(({ server, text }) => ({ server, text: toPlainLines(text) }))
    .filter(({ text }) => text !== '');
  if (said.length === 0) return undefined;
  const needs = said.map(({ text }) => Math.min(text.length, MAX_INSTRUCTIONS));
  const grants = shareBytes(needs, [...needs.keys()], MAX_ALL_INSTRUCTIONS, MIN_SHOWN);
  const sections = said.flatMap(({ server, text }, i) => {
    const grant = grants[i] as number;
    if (grant < 0) return [];
    const shown = cutAtLine(text, grant);
    const quoted = shown.split('\n').map((line) => `> ${line}`.trimEnd());
    const cut = `[cut: ${shown.length} of ${text.length} characters are shown; ${whole(server)}]`;
    return [[`${nameOf(server)}:`, ...quoted, ...(shown.length < text.length ? [cut] : [])].join('\n')];
  });
  const left = said.length - sections.length;
  return [
    INTRODUCTION,
    ...sections,
    ...(left > 0 ? [`[left out: the instructions of ${left} more servers]`] : []),
  ].join('\n\n');
}

/** Removes invisible characters and normalizes line breaks. */
function toPlainLines(text: string): string {
  return (
    text
      .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
      // Control characters, and marks that hide text or change its direction.
      .replaceAll(/[^\P{Cc}\t\n]|[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  );
}

function nameOf(server: string): string {
  const name = toPlainLines(server).slice(0, MAX_NAME);
  return /^[\w.-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Cuts a text to `max` units, at a line's end if there is one in the second half. */
function cutAtLine(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('\n', max);
  return text.slice(0, end > max / 2 ? end : graphemeStart(text, max)).trimEnd();
}
