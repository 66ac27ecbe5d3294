import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../process/timers.ts';
import type { CallContext } from '../../server/call-context.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import type { GatewayResult } from '../calls/gateway-result.ts';
import type { GatewayCall } from '../calls/gateway-tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { JsonObject, ServerConnection } from '../connection/server-connection.ts';
import { toRpcFault } from '../rpc-fault.ts';
import { createTask } from './create-task.ts';
import { createListTasks, type ListTasks } from './list-tasks.ts';
import { type Task, toReadableTask } from './readable-task.ts';
import { relatedConnection, relatedFromServer, relatedToServer } from './related-task.ts';
import { createRememberedTasks } from './remembered-tasks.ts';
import { createTaskIds, type TaskOrigin } from './task-ids.ts';
import { taskResult, unknownCall } from './task-result.ts';

/** The tasks of all servers (MCP 2025-11-25, "Tasks"), for a client that has them. Every method rejects with an `RpcError`. */
export interface GatewayTasks {
  /** Makes a task of a `tools/call` that asks for one; undefined where it does not. */
  create(call: GatewayCall, params: unknown, context: CallContext): Promise<JsonObject | undefined>;
  /** `tasks/get` and `tasks/cancel`. */
  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** `tasks/result`. */
  result(params: JsonObject, context: CallContext, structured: boolean): Promise<JsonObject>;
  list: ListTasks;
  /** The connection through which a server hears of its tasks by its own ids, and is heard by ours. */
  related(to: ServerConnection): ServerConnection;
  /** What a server asks or tells the client, and what the client answers. */
  fromServer(server: string, message: JsonObject): JsonObject;
  toServer(server: string, message: JsonObject): JsonObject;
  /** The params of a server's `notifications/tasks/status` for the client; undefined where it cannot read them. */
  status(server: string, params: JsonObject): JsonObject | undefined;
  /** A connection is new: the server may have forgotten what was made on those before. */
  connected(server: string): void;
}

export interface GatewayTasksOptions extends GatewayCallOptions {
  readonly catalog: Catalog;
  readonly connections: () => Iterable<ServerConnection>;
  /** Whose messages tell their tasks as the client knows them. */
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly timers: Timers;
  readonly onResult: (server: string, result: GatewayResult) => void;
}

export function createGatewayTasks(options: GatewayTasksOptions): GatewayTasks {
  const { catalog, connections, connection, timers, onResult } = options;
  const ids = createTaskIds();
  const remembered = createRememberedTasks(timers.now);
  /** How often each server was connected. */
  const connects = new Map<string, number>();
  const connectsOf = (server: string): number => connects.get(server) ?? 0;

  const toOurs = (server: string, task: Task): Task => {
    const ours = { ...task, taskId: ids.idOf({ server, taskId: task.taskId }) };
    remembered.heard(ours);
    return ours;
  };
  const find = (id: string): { origin: TaskOrigin; to: ServerConnection } => {
    const origin = ids.originOf(id);
    const to = origin && connection(origin.server);
    if (origin === undefined) throw notFound('there is none with this id');
    if (to === undefined) throw notFound(`its server ${JSON.stringify(origin.server)} is configured no more`);
    return { origin, to };
  };
  /** Asks the server of a task about it. */
  const ask = async (method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> => {
    const id = String(params['taskId']);
    const { origin, to } = find(id);
    const { server, taskId } = origin;
    const madeOn = remembered.get(id)?.connection ?? connectsOf(server);
    try {
      const patient = method === 'tasks/result';
      const repeatable = method !== 'tasks/cancel';
      return await to.request(method, { ...params, taskId }, { signal, repeatable, patient });
    } catch (error) {
      if (signal.aborted) throw error;
      const unknown = error instanceof RpcError && error.code === RPC.invalidParams;
      if (!unknown || madeOn === connectsOf(server)) throw toRpcFault(error);
      remembered.forget(id);
      throw notFound(
        `the connection to its server ${JSON.stringify(server)} was lost after it was made, and then: ${error.message}`,
      );
    }
  };

  return {
    async create(call, params, context) {
      const created = await createTask(options, call, params, context);
      if (created === undefined) return undefined;
      const { server } = call.offered;
      const task = toOurs(server, created.task);
      remembered.remember(task, { ...created.call, connection: connectsOf(server) });
      return { ...created.result, task };
    },
    async ask(method, params, signal) {
      const answer = await ask(method, params, signal);
      const { server, taskId } = find(String(params['taskId'])).origin;
      const task = toReadableTask(answer);
      // How another one is must not pass for how this one is.
      if (task?.taskId === taskId) return toOurs(server, task);
      throw new RpcError(
        RPC.internalError,
        `cannot read what ${JSON.stringify(server)} answered to "${method}": allowed is the task that was asked about`,
      );
    },
    async result(params, context, structured) {
      const taskId = String(params['taskId']);
      const { server } = find(taskId).origin;
      const config = catalog.server(server)?.config;
      if (config === undefined) throw notFound(`its server ${JSON.stringify(server)} is configured no more`);
      const call = remembered.get(taskId) ?? unknownCall(server, config);
      const receive = (): Promise<JsonObject> => ask('tasks/result', params, context.signal);
      const result = await taskResult(options, { taskId, server, call, context, structured, receive });
      onResult(server, result);
      return result;
    },
    list: createListTasks({ connections, timers, log: options.log, toOurs }),
    related: (to) => relatedConnection(ids, to),
    fromServer: (server, message) => relatedFromServer(ids, server, message),
    toServer: (server, message) => relatedToServer(ids, server, message),
    status(server, params) {
      const task = toReadableTask(params);
      return task === undefined ? undefined : relatedFromServer(ids, server, toOurs(server, task));
    },
    connected: (server) => void connects.set(server, connectsOf(server) + 1),
  };
}

/** MCP 2025-11-25, "Tasks", "Protocol Errors". */
function notFound(why: string): RpcError {
  return new RpcError(RPC.invalidParams, `Task not found: ${why}`);
}
