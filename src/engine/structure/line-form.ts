const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|\u2018[^\u2019]*\u2019/g;
const NUMBER = /0x[\da-f]+|\d+/gi;
/** Words from which a line is a message about its path, and not one of a list of paths. */
const MESSAGE = 2;

/**
 * Returns what lines about different things have in common: the line without its numbers, quoted texts, and the paths of
 * a message.
 */
export function lineForm(line: string): string {
  const words = line.replaceAll(QUOTED, '"').split(' ');
  const isPath = (word: string): boolean => word.includes('/') || word.includes('\\');
  const isMessage = words.filter((word) => /^[A-Za-z]{2,}\W?$/.test(word)).length >= MESSAGE;
  const formOf = (word: string): string => (isPath(word) ? (isMessage ? '/' : word) : word.replaceAll(NUMBER, '0'));
  return words.map(formOf).join(' ').trim();
}
