/** A text as one word of a shell's command line: what we tell a user or a model to run may hold names that others chose. */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
