import { writeJson } from '../base/json/json-number.ts';

/** Half of a surrogate pair as `JSON.stringify` writes it. After an escaped backslash it is plain text. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

/**
 * Serializes a message as JSON that any reader accepts. Numbers keep their characters. A lone surrogate becomes U+FFFD,
 * because model APIs refuse a whole request that contains one.
 */
export function writeMessage(message: object): string {
  const json = writeJson(message);
  return json.includes('\\ud') ? json.replaceAll(LONE_SURROGATE, '$1\\ufffd') : json;
}
