/**
 * Quotes a text as one word of a shell command, because commands that we suggest may contain names chosen by others.
 */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
