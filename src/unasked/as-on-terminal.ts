/** Matches the control sequences that color text and move the cursor (ECMA-48, section 5.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control characters.
const SEQUENCE = /\x1b\[[0-?]{0,40}[ -/]{0,4}[@-~]/g;
/** Matches what a state of a progress bar has, but no row of numbers. */
const IS_STATE = /\p{L}|[%#=█▏▎▍▌▋▊▉]/u;

/**
 * Returns a command's output as a terminal shows it in the end: without escapes, and only the last states of progress
 * bars. Line breaks stay, and so does each carriage return, which readers count as one.
 */
export function asOnTerminal(text: string): string {
  const plain = text.includes('\x1b') ? text.replaceAll(SEQUENCE, '') : text;
  return plain.includes('\r') ? plain.split('\n').map(lastStates).join('\n') : plain;
}

/** Empties each state that the next one repeats with other numbers. Other text between carriage returns stays. */
function lastStates(line: string): string {
  const own = line.replace(/\r$/, '');
  if (!own.includes('\r')) return line;
  const states = own.split('\r');
  const words = states.map((state) => (IS_STATE.test(state) ? state.replaceAll(/[^\p{L}%]+/gu, '') : undefined));
  const shown = states.map((state, at) => (words[at] !== undefined && words[at] === words[at + 1] ? '' : state));
  return `${shown.join('\r')}${line.slice(own.length)}`;
}
