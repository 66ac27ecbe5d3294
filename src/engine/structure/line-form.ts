const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|\u2018[^\u2019]*\u2019/g;
const NUMBER = /0x[\da-f]+|\d+/gi;
/** Min words of a line that is a message about a path, rather than an entry in a list of paths. */
const MESSAGE = 2;

/**
 * Returns what lines about different things have in common: the line without its numbers and quoted texts, and without
 * the paths in a message.
 */
export function lineForm(line: string): string {
  const words = line.replaceAll(QUOTED, '"').split(' ');
  const isPath = (word: string): boolean => word.includes('/') || word.includes('\\');
  const isMessage = words.filter((word) => /^[A-Za-z]{2,}\W?$/.test(word)).length >= MESSAGE;
  const formOf = (word: string): string => (isPath(word) ? (isMessage ? '/' : word) : word.replaceAll(NUMBER, '0'));
  return words.map(formOf).join(' ').trim();
}
