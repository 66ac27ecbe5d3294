import { expect, test } from 'vitest';
import type { Task } from '../../../../launcher/gateway/tasks/readable-task.ts';
import { createRememberedTasks, MAX_TASKS } from '../../../../launcher/gateway/tasks/remembered-tasks.ts';

const task = (taskId: string, more: Partial<Task> = {}): Task => ({ taskId, status: 'working', ttl: null, ...more });

function remembered() {
  const clock = { now: 0 };
  const ended: string[] = [];
  const made = createRememberedTasks(() => clock.now);
  const remember = (one: Task): void =>
    made.remember(one, {
      offered: {} as never,
      question: one.taskId,
      connection: 1,
      endProgress: () => void ended.push(one.taskId),
    });
  return { ...made, remember, clock, ended };
}

test('of too many those that nothing was heard of for longest go, and their progress with them', () => {
  const { remember, heard, get, ended } = remembered();
  remember(task('first'));
  remember(task('second'));
  heard(task('first'));
  for (let i = 0; i < MAX_TASKS - 1; i++) remember(task(`t${i}`));
  expect(get('second')).toBeUndefined();
  expect(get('first')?.question).toBe('first');
  expect(ended).toEqual(['second']);
});

test('a task is forgotten its ttl after it was last heard of; one without, never', () => {
  const { remember, heard, get, clock } = remembered();
  remember(task('short', { ttl: 10 }));
  remember(task('kept'));
  clock.now = 8;
  heard(task('short', { ttl: 10, status: 'completed' }));
  clock.now = 18;
  remember(task('x'));
  expect(get('short')).toBeDefined();
  clock.now = 19;
  remember(task('y'));
  expect([get('short'), get('kept')?.question]).toEqual([undefined, 'kept']);
});

test('progress ends with the task', () => {
  const { remember, heard, forget, ended } = remembered();
  for (const id of ['a', 'b', 'c']) remember(task(id));
  heard(task('a', { status: 'input_required' }));
  heard(task('b', { status: 'cancelled' }));
  forget('c');
  heard(task('unknown', { status: 'failed' }));
  expect(ended).toEqual(['b', 'c']);
});
