import { expect, test } from 'vitest';
import { createClientPort } from '../../../../launcher/gateway/client/client-port.ts';
import { relatedFromServer, relatedToServer } from '../../../../launcher/gateway/tasks/related-task.ts';
import { createTaskIds } from '../../../../launcher/gateway/tasks/task-ids.ts';
import type { JsonObject } from '../../../../src/base/json/json-object.ts';

test('a log message that no client can read is not handed on', () => {
  const told: unknown[] = [];
  const session = {
    notify: (_method: string, params?: object) => void told.push(params),
    request: () => Promise.reject(new Error('unused')),
  };
  const port = createClientPort({ session, capabilities: {}, prefix: true, onUpdated: () => {} });
  for (const params of [{}, { level: 'loud', data: 1 }, { level: 'info' }, { level: 'info', data: null }]) {
    port.notified('s', 'notifications/message', params);
  }
  expect(told).toEqual([{ level: 'info', data: null, logger: 's' }]);
});

test('for a client with tasks, servers are told so, and each message names a task as its reader knows it', async () => {
  const RELATED = 'io.modelcontextprotocol/related-task';
  const ids = createTaskIds();
  const [ours, others] = ['s', 'other'].map((server) => ids.idOf({ server, taskId: '1' }));
  const told: unknown[] = [];
  const asked: unknown[] = [];
  let answer: object = {};
  const session = {
    notify: (method: string, params?: object) => void told.push([method, params]),
    request: async (_method: string, params: unknown) => {
      asked.push(params);
      return answer as JsonObject;
    },
  };
  const options = {
    session,
    capabilities: { elicitation: {}, tasks: { list: {} } },
    prefix: true,
    onUpdated: () => {},
  };
  expect(createClientPort(options).capabilities()).toEqual({ elicitation: {} });
  const tasks = {
    fromServer: (server: string, message: JsonObject) => relatedFromServer(ids, server, message),
    toServer: (server: string, message: JsonObject) => relatedToServer(ids, server, message),
    status: (_server: string, params: JsonObject) => (params['taskId'] === 'odd' ? undefined : { mapped: params }),
  };
  const port = createClientPort({ ...options, tasks });
  expect(port.capabilities()).toEqual({ elicitation: {}, tasks: {} });

  const naming = (taskId: string | undefined) => ({ _meta: { [RELATED]: { taskId, more: 1 }, theirs: 1 } });
  const signal = new AbortController().signal;
  const ask = () => port.request('s', 'elicitation/create', naming('1'), signal);
  answer = { action: 'accept', ...naming(ours) };
  expect(await ask()).toEqual({ action: 'accept', ...naming('1') });
  expect(asked).toEqual([naming(ours)]);
  // The client does not hear of tasks of another server.
  for (const strange of [others, '1', undefined]) {
    answer = naming(strange);
    expect(await ask()).toEqual({ _meta: { theirs: 1 } });
  }

  port.notified('s', 'notifications/message', { level: 'info', data: 1, ...naming('1') });
  port.notified('s', 'notifications/tasks/status', { taskId: '1' });
  port.notified('s', 'notifications/tasks/status', { taskId: 'odd' });
  createClientPort(options).notified('s', 'notifications/tasks/status', { taskId: '1' });
  expect(told).toEqual([
    ['notifications/message', { level: 'info', data: 1, logger: 's', ...naming(ours) }],
    ['notifications/tasks/status', { mapped: { taskId: '1' } }],
  ]);
});

test('a URI that is an object, which nothing converts, ended the process', () => {
  const updated: unknown[] = [];
  const session = { notify: () => {}, request: () => Promise.reject(new Error('unused')) };
  const onUpdated = (_server: string, uri: string): void => void updated.push(uri);
  const port = createClientPort({ session, capabilities: {}, prefix: true, onUpdated });
  for (const uri of [{ toString: 1, valueOf: 1 }, undefined, 'a:1']) {
    port.notified('s', 'notifications/resources/updated', { uri });
  }
  expect(updated).toEqual(['a:1']);
});
