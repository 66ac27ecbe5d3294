import type { Action } from '../transcripts/actions/action.ts';
import type { Arguments } from '../transcripts/session-event.ts';

/** Returns the files whose lines a call shows, as named in the call. */
export function filesShown(action: Action): readonly string[] {
  switch (action.kind) {
    case 'read':
      return action.files;
    case 'search':
    case 'command':
      return action.places;
    default:
      return [];
  }
}

/** True if a call requests only some lines of a file. `firstLine` is the first of them. */
export function isPart(args: Arguments, action: Action, firstLine: number): boolean {
  if (firstLine > 1 || args['limit'] !== undefined) return true;
  return action.kind === 'read' && ((action.firstLine ?? 1) > 1 || action.isRange === true);
}

/** True if two paths may name the same file. Either may be relative to an unknown folder. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [normal(one), normal(other)];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

const normal = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
