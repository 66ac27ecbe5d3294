import { writeJson } from '../json/json-number.ts';

/** Half of a surrogate pair, as `JSON.stringify` writes one; an escaped backslash before it makes it plain text. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

/**
 * A message as JSON that any reader takes: numbers as they were written, and U+FFFD for half of a surrogate pair, which
 * is no character; the APIs of models refuse a whole request for one.
 */
export function writeMessage(message: object): string {
  const json = writeJson(message);
  return json.includes('\\ud') ? json.replaceAll(LONE_SURROGATE, '$1\\ufffd') : json;
}
