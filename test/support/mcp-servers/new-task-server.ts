import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

const inputSchema = {
  result: z.looseObject({}).optional(),
  steps: z.number().optional(),
  ask: z.boolean().optional(),
  hold: z.string().optional(),
};
type Given = z.infer<z.ZodObject<typeof inputSchema>>;

/**
 * Creates the SDK's server with tasks. Task ids start at 1, so that two servers issue the same ids. The tools `work`
 * and `must` send progress and ask the client if told to, and wait for `release` if they are held. Then they answer
 * with their `result`.
 */
export function newTaskServer(): McpServer {
  const store = new InMemoryTaskStore();
  let last = 0;
  Object.assign(store, { generateTaskId: () => `task-${++last}` });
  const held = new Map<string, () => void>();

  const server = new McpServer(
    { name: 'tasks', version: '1' },
    {
      capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: store,
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    },
  );

  for (const [name, taskSupport] of [
    ['work', 'optional'],
    ['must', 'required'],
  ] as const) {
    server.experimental.tasks.registerToolTask(
      name,
      { inputSchema, execution: { taskSupport } },
      {
        async createTask({ result, steps = 0, ask = false, hold }: Given, { taskStore, sendNotification, ...extra }) {
          const task = await taskStore.createTask({ ttl: extra.taskRequestedTtl ?? null, pollInterval: 2 });
          const { taskId } = task;
          const work = async (): Promise<CallToolResult> => {
            // Let the server answer with the task before it sends anything that belongs to the task.
            await new Promise((resolve) => setImmediate(resolve));
            if (hold !== undefined) await new Promise<void>((resolve) => held.set(hold, resolve));
            const progressToken = extra._meta?.progressToken;
            for (let progress = 1; progress <= steps && progressToken !== undefined; progress++) {
              const _meta = { 'io.modelcontextprotocol/related-task': { taskId } };
              await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, _meta } });
            }
            let answered: object = {};
            if (ask) {
              const params = {
                mode: 'form' as const,
                message: 'Which?',
                requestedSchema: { type: 'object' as const, properties: {} },
              };
              await taskStore.updateTaskStatus(taskId, 'input_required');
              answered = await server.server.elicitInput(params, { relatedTask: { taskId } });
              await taskStore.updateTaskStatus(taskId, 'working');
            }
            return (
              (result as CallToolResult | undefined) ?? { content: [{ type: 'text', text: JSON.stringify(answered) }] }
            );
          };
          void work().then(
            (done) => taskStore.storeTaskResult(taskId, done.isError === true ? 'failed' : 'completed', done),
            () => {},
          );
          return { task };
        },
        getTask: (_given, { taskId, taskStore }) => taskStore.getTask(taskId),
        getTaskResult: async (_given, { taskId, taskStore }) =>
          (await taskStore.getTaskResult(taskId)) as CallToolResult,
      },
    );
  }

  server.registerTool('plain', {}, () => ({ content: [{ type: 'text', text: 'plain' }] }));
  server.registerTool('release', { inputSchema: { hold: z.string() } }, ({ hold }) => {
    held.get(hold)?.();
    return { content: [{ type: 'text', text: String(held.delete(hold)) }] };
  });
  return server;
}
