import { expect, test } from 'vitest';
import { createTaskIds } from '../../../../launcher/gateway/tasks/task-ids.ts';

test.each([
  ['s', 'task-1'],
  ['a/b', 'c'],
  ['a', 'b/c'],
  ['ä b%', '1\n/2'],
  ['s', ''],
])('the id of %j, %j leads back', (server, taskId) => {
  const ids = createTaskIds();
  const id = ids.idOf({ server, taskId });
  expect(ids.idOf({ server, taskId })).toBe(id);
  expect(ids.originOf(id)).toEqual({ server, taskId });
});

test('whoever knows how a server counts knows none of its ids', () => {
  const ids = createTaskIds();
  const id = ids.idOf({ server: 'a', taskId: '1' });
  const code = id.split('/')[1] ?? '';
  for (const guess of [id.replace(/1$/, '2'), `b/${code}/1`, `a/${'A'.repeat(22)}/1`, 'a//1', '1', '', `%/${code}/1`]) {
    expect(ids.originOf(guess)).toBeUndefined();
  }
  expect(createTaskIds().originOf(id)).toBeUndefined();
});
