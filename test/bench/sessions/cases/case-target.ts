import type { Action } from '../../../../src/transcripts/actions/action.ts';
import { firstChars } from '../../../../src/unasked/call-question.ts';
import type { SessionCase } from './session-case.ts';

const MAX_TARGET_CHARS = 200;

/** Describes a call's target for people: its files, its pattern or its command. */
export function toCaseTarget(action: Action, tool: string): Pick<SessionCase, 'action' | 'target' | 'path'> {
  const cut = (text: string): string => firstChars(text, MAX_TARGET_CHARS);
  switch (action.kind) {
    case 'read':
      return {
        action: 'read',
        target: cut(action.files.join(' ')),
        path: action.files.length === 1 ? action.files[0] : undefined,
      };
    case 'search':
      return { action: 'search', target: cut([action.pattern, ...action.places].join(' ')) };
    case 'command':
      return { action: 'command', target: cut(action.command) };
    default:
      return { action: 'other', target: tool };
  }
}
