import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../platform/timers.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import type { GatewayCall } from '../calls/gateway-tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { toRpcFault } from '../rpc-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { createTask } from './create-task.ts';
import { createListTasks, type ListTasks } from './list-tasks.ts';
import { type Task, toReadableTask } from './readable-task.ts';
import { relatedConnection, relatedFromServer, relatedToServer } from './related-task.ts';
import { createRememberedTasks, type RememberedTasks } from './remembered-tasks.ts';
import { createTaskIds, type TaskOrigin } from './task-ids.ts';
import { taskResult, unknownCall } from './task-result.ts';

/**
 * Tasks of all servers (MCP 2025-11-25, "Tasks"), for a client that supports them. Every method rejects with an
 * `RpcError`.
 */
export interface GatewayTasks {
  /** Creates a task if a `tools/call` requests one; otherwise resolves to undefined. */
  create(call: GatewayCall, params: unknown, context: CallContext): Promise<JsonObject | undefined>;
  /** Answers `tasks/get` and `tasks/cancel`. */
  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Answers `tasks/result`. */
  result(params: JsonObject, context: CallContext, structured: boolean): Promise<JsonObject>;
  list: ListTasks;
  /** Wraps a connection so that the server sees its own task ids, and we see ours. */
  related(to: ServerConnection): ServerConnection;
  /** Translates the task ids in messages of a server to the client, and back. */
  fromServer(server: string, message: JsonObject): JsonObject;
  toServer(server: string, message: JsonObject): JsonObject;
  /**
   * Converts the params of a server's `notifications/tasks/status` for the client; undefined if a client could not
   * parse them.
   */
  status(server: string, params: JsonObject): JsonObject | undefined;
  /** Call for a new connection. The server may have forgotten tasks created on earlier ones. */
  connected(server: string): void;
}

export interface GatewayTasksOptions extends GatewayCallOptions {
  readonly catalog: Catalog;
  readonly connections: () => Iterable<ServerConnection>;
  /** Returns connections on which task ids are already translated. */
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly timers: Timers;
  readonly onResult: (server: string, result: AnyToolResult) => void;
}

export function createGatewayTasks(options: GatewayTasksOptions): GatewayTasks {
  return new TasksOfServers(options);
}

class TasksOfServers implements GatewayTasks {
  readonly list: ListTasks;
  readonly #options: GatewayTasksOptions;
  readonly #ids = createTaskIds();
  readonly #remembered: RememberedTasks;
  /** Number of connects of each server so far. */
  readonly #connects = new Map<string, number>();

  constructor(options: GatewayTasksOptions) {
    const { connections, timers, log } = options;
    this.#options = options;
    this.#remembered = createRememberedTasks(timers.now);
    this.list = createListTasks({ connections, timers, log, toOurs: (server, task) => this.#toOurs(server, task) });
  }

  async create(call: GatewayCall, params: unknown, context: CallContext): Promise<JsonObject | undefined> {
    const created = await createTask(this.#options, call, params, context);
    if (created === undefined) return undefined;
    const { server } = call.offered;
    const task = this.#toOurs(server, created.task);
    this.#remembered.remember(task, { ...created.call, connection: this.#connectsOf(server) });
    return { ...created.result, task };
  }

  async ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const answer = await this.#request(method, params, signal);
    const { server, taskId } = this.#find(String(params['taskId'])).origin;
    const task = toReadableTask(answer);
    // Another task's state must not be taken for this one's.
    if (task?.taskId === taskId) return this.#toOurs(server, task);
    throw new RpcError(
      RPC.internalError,
      `cannot read the answer of server ${JSON.stringify(server)} to "${method}": expected the task that was asked about`,
    );
  }

  async result(params: JsonObject, context: CallContext, structured: boolean): Promise<JsonObject> {
    const taskId = String(params['taskId']);
    const { server } = this.#find(taskId).origin;
    const config = this.#options.catalog.server(server)?.config;
    if (config === undefined) throw notFound(`its server ${JSON.stringify(server)} is no longer configured`);
    const call = this.#remembered.get(taskId) ?? unknownCall(server, config);
    const receive = (): Promise<JsonObject> => this.#request('tasks/result', params, context.signal);
    const result = await taskResult(this.#options, { taskId, server, call, context, structured, receive });
    this.#options.onResult(server, result);
    return result;
  }

  related(to: ServerConnection): ServerConnection {
    return relatedConnection(this.#ids, to);
  }

  fromServer(server: string, message: JsonObject): JsonObject {
    return relatedFromServer(this.#ids, server, message);
  }

  toServer(server: string, message: JsonObject): JsonObject {
    return relatedToServer(this.#ids, server, message);
  }

  status(server: string, params: JsonObject): JsonObject | undefined {
    const task = toReadableTask(params);
    return task === undefined ? undefined : relatedFromServer(this.#ids, server, this.#toOurs(server, task));
  }

  connected(server: string): void {
    this.#connects.set(server, this.#connectsOf(server) + 1);
  }

  #connectsOf(server: string): number {
    return this.#connects.get(server) ?? 0;
  }

  #toOurs(server: string, task: Task): Task {
    const ours = { ...task, taskId: this.#ids.idOf({ server, taskId: task.taskId }) };
    this.#remembered.heard(ours);
    return ours;
  }

  #find(id: string): { readonly origin: TaskOrigin; readonly to: ServerConnection } {
    const origin = this.#ids.originOf(id);
    const to = origin && this.#options.connection(origin.server);
    if (origin === undefined) throw notFound('no task has this id');
    if (to === undefined) throw notFound(`its server ${JSON.stringify(origin.server)} is no longer configured`);
    return { origin, to };
  }

  /** Sends a request about a task to its server. */
  async #request(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const id = String(params['taskId']);
    const { origin, to } = this.#find(id);
    const { server, taskId } = origin;
    const madeOn = this.#remembered.get(id)?.connection ?? this.#connectsOf(server);
    try {
      const patient = method === 'tasks/result';
      const repeatable = method !== 'tasks/cancel';
      return await to.request(method, { ...params, taskId }, { signal, repeatable, patient });
    } catch (error) {
      if (signal.aborted) throw error;
      const unknown = error instanceof RpcError && error.code === RPC.invalidParams;
      if (!unknown || madeOn === this.#connectsOf(server)) throw toRpcFault(error);
      this.#remembered.forget(id);
      throw notFound(
        `the connection to its server ${JSON.stringify(server)} was lost after it was made, and then: ${error.message}`,
      );
    }
  }
}

/** MCP 2025-11-25, "Tasks", "Protocol Errors". */
function notFound(why: string): RpcError {
  return new RpcError(RPC.invalidParams, `Task not found: ${why}`);
}
