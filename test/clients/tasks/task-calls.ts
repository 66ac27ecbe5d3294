import type { Turn } from '../../support/scripted-model/loopback.ts';
import type { Task } from './tasks.ts';

/** The ways that a task can go, in the order of their calls. */
export const WAYS = ['own', 'plain', 'asked'] as const;

/** With the host's own tool; with ours; with ours and the question. */
export type Way = (typeof WAYS)[number];

/** Where a task's call goes in a host. */
export interface HostCalls {
  own(task: Task): Turn;
  ours(tool: string, input: object): Turn;
}

/** The calls that do all tasks in all ways, and the last word. */
export function turnsOf(tasks: readonly Task[], { own, ours }: HostCalls): readonly Turn[] {
  const turns = tasks.flatMap((task) => {
    const { tool, input } = task.ours;
    const asked = { ...input, context_focus_question: task.question };
    return [own(task), ours(tool, input), ours(tool, asked)];
  });
  return [...turns, { text: 'Done.' }];
}

/** What a model was sent for a task. */
export type Sent = Readonly<Record<Way, string>>;

/** Results in the order of `turnsOf`, by task. */
export function byTask(tasks: readonly Task[], results: readonly string[]): readonly Sent[] {
  const all = tasks.length * WAYS.length;
  if (results.length !== all) throw new Error(`The model was sent ${results.length} results, not ${all}`);
  return tasks.map((_, at) => {
    const [own, plain, asked] = results.slice(at * WAYS.length) as [string, string, string];
    return { own, plain, asked };
  });
}
