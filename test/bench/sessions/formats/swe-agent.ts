import { type Fields, isFields, textOf, textOfBlocks } from '../../../../src/transcripts/fields.ts';
import type { SessionEvent, SessionReader } from '../../../../src/transcripts/session-event.ts';
import { submittedPatch } from './submitted-patch.ts';

/** Commands of SWE-agent's own interface. Anything else goes to the shell. */
const COMMANDS = new Set(
  'open goto scroll_up scroll_down create edit insert search_dir search_file find_file str_replace_editor'.split(' '),
);
/** Matches the text that SWE-agent writes when it ends a run, e.g. `exit_cost`. */
const EXIT = /^exit_\w+$/;

/**
 * Reads a trajectory of SWE-agent (`*.traj`), one JSON document. The text of a command is the argument `command`. The
 * tool is the first word if that is a command of SWE-agent's own, such as `open` or `edit`, otherwise `bash`.
 */
export function createSweAgentReader(): SessionReader {
  return {
    id: undefined,
    folder: undefined,
    read({ trajectory, history, info }) {
      const steps = Array.isArray(trajectory) ? trajectory.filter(isFields) : [];
      const messages = Array.isArray(history) ? history : steps[0]?.['query'];
      return [
        ...(Array.isArray(messages) ? questionsOf(messages.filter(isFields)) : []),
        ...steps.flatMap((step, at) => eventsOf(step, String(at + 1))),
        ...submittedPatch(isFields(info) ? info['submission'] : undefined),
      ];
    },
  };
}

/** Returns the user's messages before the first step, which state the task. Demonstrations are skipped. */
function questionsOf(messages: readonly Fields[]): readonly SessionEvent[] {
  const first = messages.findIndex(({ role, is_demo: isDemo }) => role === 'assistant' && isDemo !== true);
  return messages
    .slice(0, first < 0 ? messages.length : first)
    .filter(({ role, is_demo: isDemo }) => role === 'user' && isDemo !== true)
    .map(({ content }) => ({ kind: 'asked', text: textOfBlocks(content), isSummary: false }));
}

function eventsOf({ thought, action, observation }: Fields, call: string): readonly SessionEvent[] {
  const command = textOf(action).trim();
  if (EXIT.test(command)) return [];
  const words = textOf(thought)
    .replace(/^DISCUSSION\s*/, '')
    .trim();
  const said: readonly SessionEvent[] = words === '' ? [] : [{ kind: 'said', text: words }];
  // `submit` returns the patch, which is reported at the end.
  if (command === '' || command === 'submit') return said;
  const word = /^\w+/.exec(command)?.[0] ?? '';
  return [
    ...said,
    { kind: 'called', call, tool: COMMANDS.has(word) ? word : 'bash', args: { command } },
    { kind: 'gave', call, text: textOf(observation), isFailed: false },
  ];
}
