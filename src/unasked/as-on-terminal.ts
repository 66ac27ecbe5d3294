/** Matches the control sequences that color text, move the cursor or set a title (ECMA-48). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters.
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;
/** Matches a line in which a carriage return lets later text overwrite earlier text. */
const OVERWRITTEN = /^[^\n]*\r(?!\n|$)[^\n]*/gm;

/** Returns a command's output as a terminal shows it in the end: without escapes, and only the last states of progress bars. */
export function asOnTerminal(text: string): string {
  const plain = text.includes('\x1b') ? text.replaceAll(SEQUENCE, '') : text;
  return plain.includes('\r') ? plain.replaceAll(OVERWRITTEN, lastStates) : plain;
}

/** Drops each state that the next one repeats with other numbers. Other text between carriage returns stays. */
function lastStates(line: string): string {
  const states = line.split('\r');
  const words = states.map((state) => state.replaceAll(/\P{L}+/gu, ''));
  return states.filter((_, at) => words[at] !== words[at + 1]).join('\r');
}
