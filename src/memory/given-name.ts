import type { Action } from '../sessions/actions/action.ts';

/** Characters of a command or a pattern that tell it from others. */
const MAX_CHARS = 60;

/** What a call gave, for a reader who has it before them: `the read of src/a.ts`. */
export function givenName(tool: string, action: Action): string {
  switch (action.kind) {
    case 'read':
      return action.files.length === 0 ? `what ${tool} gave` : `the read of ${inShort(action.files.join(', '))}`;
    case 'command':
      return `the output of \`${inShort(action.command)}\``;
    case 'search':
      return `the search for ${inShort(action.pattern)}`;
    default:
      return `what ${inShort(tool)} gave`;
  }
}

function inShort(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0] as string;
  const isWhole = line.length <= MAX_CHARS && line === text.trim();
  return isWhole ? line : `${[...line].slice(0, MAX_CHARS - 1).join('')}…`;
}
