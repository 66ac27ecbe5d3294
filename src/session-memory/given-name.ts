import type { Action } from '../transcripts/actions/action.ts';

/** Max characters of a command or pattern in a name: enough to distinguish it. */
const MAX_CHARS = 60;

/** Characters that some readers take for a line end, or that move the cursor or color the text after them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Names a call's result for an agent that has it in context: `the read of src/a.ts`. */
export function givenName(tool: string, action: Action): string {
  const subject = subjectOf(action);
  const what = action.kind === 'read' && action.files.length === 1 ? endOf(subject) : inShort(subject);
  if (what === '') return `what ${inShort(tool) || 'a tool'} gave`;
  switch (action.kind) {
    case 'read':
      return `the read of ${what}`;
    case 'command':
      return `the output of \`${what}\``;
    default:
      return `the search for ${what}`;
  }
}

function subjectOf(action: Action): string {
  switch (action.kind) {
    case 'read':
      return action.files.join(', ');
    case 'command':
      return action.command;
    case 'search':
      return action.pattern;
    default:
      return '';
  }
}

/** Returns a path, or the end of a long one: long paths begin with the same folders. */
function endOf(file: string): string {
  const path = file
    .slice(-MAX_CHARS * 4)
    .replaceAll(CONTROLS, ' ')
    .trim();
  const chars = [...path];
  if (chars.length <= MAX_CHARS) return path;
  const end = chars.slice(1 - MAX_CHARS).join('');
  const folder = end.search(/[\\/]/);
  return `…${end.slice(Math.max(0, folder))}`;
}

/** Returns the first line of a text, shortened if it is long. */
function inShort(text: string): string {
  const line = text
    .trimStart()
    .slice(0, MAX_CHARS * 4)
    .split(/[\r\n]/, 1)[0] as string;
  const own = line.replaceAll(CONTROLS, ' ').trim();
  const isWhole = own.length <= MAX_CHARS && line.trim().length === text.trim().length;
  return isWhole ? own : `${[...own].slice(0, MAX_CHARS - 1).join('')}…`;
}
