import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { delegate } from '../upstream/connection/delegate.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import type { TaskIds } from './task-ids.ts';

/** Key of `_meta` that names the task a message belongs to (MCP 2025-11-25, "Related Task Metadata"). */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** Replaces the server's task id in its params or result by the client's. */
export function relatedFromServer(ids: TaskIds, server: string, message: JsonObject): JsonObject {
  return withRelated(message, (taskId) => ids.idOf({ server, taskId }));
}

/** Converts the client's params or result to the server's task id. References to tasks of other servers are removed. */
export function relatedToServer(ids: TaskIds, server: string, message: JsonObject): JsonObject {
  return withRelated(message, (id) => {
    const origin = ids.originOf(id);
    return origin?.server === server ? origin.taskId : undefined;
  });
}

/** Wraps a connection so that the task ids in all messages are converted. */
export function relatedConnection(ids: TaskIds, to: ServerConnection): ServerConnection {
  const { name } = to;
  const received = (message: JsonObject): JsonObject => relatedFromServer(ids, name, message);
  return delegate(to, {
    async request(method, params, options) {
      const { onProgress } = options;
      const sent = params && relatedToServer(ids, name, params);
      const told = onProgress && ((progress: JsonObject) => onProgress(received(progress)));
      return received(await to.request(method, sent, { ...options, onProgress: told }));
    },
    notify: (method, params) => to.notify(method, params && relatedToServer(ids, name, params)),
  });
}

function withRelated(message: JsonObject, toId: (taskId: string) => string | undefined): JsonObject {
  const meta = message['_meta'];
  if (!isJsonObject(meta) || meta[RELATED_TASK] === undefined) return message;
  const { [RELATED_TASK]: related, ...others } = meta;
  const taskId = isJsonObject(related) ? related['taskId'] : undefined;
  const id = typeof taskId === 'string' ? toId(taskId) : undefined;
  if (id === undefined) return { ...message, _meta: others };
  return { ...message, _meta: { ...others, [RELATED_TASK]: { ...(related as JsonObject), taskId: id } } };
}
