import type { Turn } from '../../support/scripted-model/loopback.ts';
import type { Task } from './tasks.ts';

/** The ways to do a task, in the order of their calls. */
export const WAYS = ['own', 'plain', 'asked'] as const;

/** `own`: with the host's own tool. `plain`: with our tool. `asked`: with our tool and the question. */
export type Way = (typeof WAYS)[number];

/** Maps a task's calls to a host's tools. */
export interface HostCalls {
  own(task: Task): Turn;
  ours(tool: string, input: object): Turn;
}

/** Returns the calls that do all tasks in all ways, and the last message. */
export function turnsOf(tasks: readonly Task[], { own, ours }: HostCalls): readonly Turn[] {
  const turns = tasks.flatMap((task) => {
    const { tool, input } = task.ours;
    const asked = { ...input, context_focus_question: task.question };
    return [own(task), ours(tool, input), ours(tool, asked)];
  });
  return [...turns, { text: 'Done.' }];
}

/** Results sent to the model for a task, by way. */
export type Sent = Readonly<Record<Way, string>>;

/** Groups results in the order of `turnsOf` by task. */
export function byTask(tasks: readonly Task[], results: readonly string[]): readonly Sent[] {
  const all = tasks.length * WAYS.length;
  if (results.length !== all) throw new Error(`The model was sent ${results.length} results, not ${all}`);
  return tasks.map((_, at) => {
    const [own, plain, asked] = results.slice(at * WAYS.length) as [string, string, string];
    return { own, plain, asked };
  });
}
