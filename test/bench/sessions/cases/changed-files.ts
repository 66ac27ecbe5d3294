import type { Action, Edit } from '../../../../src/transcripts/actions/action.ts';
import { isSameFile } from './comes-back.ts';

/** Returns a call's edits, as far as they are recognizable. */
export function editsOf(action: Action): readonly Edit[] {
  return action.kind === 'edit' || action.kind === 'command' ? action.edits : [];
}

/** Returns the files whose lines a result shows unchanged. */
export function shownFiles(action: Action): readonly string[] {
  return action.kind === 'read' ? action.files : action.kind === 'command' ? action.places : [];
}

/** True if a later call may have changed what a result shows. */
export function mayChange(later: Action, shown: Action): boolean {
  if (shown.kind === 'command' && (later.kind === 'edit' || (later.kind === 'command' && later.isChange))) return true;
  const places = shown.kind === 'read' ? shown.files : shown.kind === 'search' ? shown.places : [];
  return editsOf(later).some(({ file }) => places.some((place) => isSameFile(place, file)));
}
