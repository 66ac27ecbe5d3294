import type { Context, Handler } from 'hono';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { utf8Bytes } from '../../../src/base/json/utf8-bytes.ts';
import type { SqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import { DEFAULT_LIMITS } from '../../../src/fit/limits.ts';
import { BATCH_VERSION, batchFault, classifyMember } from '../../../src/mcp/batch.ts';
import type { Dispatch } from '../../../src/mcp/dispatch.ts';
import { classifyMessage, type Message, type RequestId, RPC } from '../../../src/mcp/json-rpc.ts';
import type { RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest, versionHeader } from '../../../src/mcp/modern/standard-headers.ts';
import { parseRequest } from '../../../src/mcp/parse-request.ts';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { writeMessage } from '../../../src/mcp/write-message.ts';
import type { TeamArtifacts } from '../../artifacts/team-artifacts.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerLog } from '../../http/events/worker-event.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { Account, AccountEntry } from '../../ledger/account.ts';
import { callerOf } from '../prune/prune-contexts.ts';
import { type PruneBodyLimits, readPruneBody } from '../prune/read-prune-body.ts';
import type { WorkerToolCall } from './tool.ts';

/** The answer to one message. */
interface Answered {
  readonly status: 200 | 400 | 404;
  readonly json: string;
}

interface AnswerEachOptions {
  /** Resolves to undefined for a message that is not a request. */
  readonly answer: (message: Message) => Promise<Answered | undefined>;
  readonly account: (entry: Omit<AccountEntry, 'startedAt'>) => void;
}

/**
 * Answers the requests of a batch one after the other, so that a batch uses no more of the worker at a time than one
 * request. Each tool call is recorded separately.
 */
async function answerEach(
  c: Context<WorkerContext>,
  batch: readonly unknown[],
  { answer, account }: AnswerEachOptions,
): Promise<readonly string[]> {
  const answers: string[] = [];
  const failures: (AccountEntry['failure'] | undefined)[] = [];
  for (const value of batch) {
    c.set('record', undefined);
    c.set('failure', undefined);
    const answered = await answer(classifyMember(value));
    if (answered !== undefined) answers.push(answered.json);
    const tool = c.get('tool');
    failures.push(c.get('failure'));
    if (tool === undefined) continue;
    account({ tool, record: c.get('record') });
    // Counted once for the whole batch.
    c.set('bytesIn', 0);
    c.set('tool', undefined);
  }
  c.set(
    'failure',
    failures.find((failure) => failure !== undefined),
  );
  return answers;
}

export interface McpRouteDeps extends PruneBodyLimits {
  readonly dispatch: Dispatch<WorkerToolCall>;
  /** Called if a method failed unexpectedly. */
  readonly onFault: (error: unknown) => void;
  /** Undefined if nothing is stored. */
  readonly artifacts: TeamArtifacts | undefined;
  readonly contexts: Pick<SqlContexts, 'of'> | undefined;
  readonly onStorageFailure: (error: unknown) => void;
  readonly log: WorkerLog;
  /** Records each tool call of a batch. */
  readonly account: Account;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

type CallDeps = Pick<McpRouteDeps, 'artifacts' | 'contexts' | 'log' | 'onStorageFailure'>;

/**
 * Serves `POST /mcp`: MCP's Streamable HTTP, stateless, in all versions. Every request is answered with one JSON
 * object, so there is no stream to GET and no session to DELETE. Implemented here because the SDK's server includes a
 * validator that generates code, which workerd forbids. It would also add half as much code again as the rest of the
 * worker.
 */
export function mcpRoute({ dispatch, onFault, account, now, ...deps }: McpRouteDeps): Handler<WorkerContext> {
  return async (c) => {
    const startedAt = now();
    const read = await readPruneBody(c, deps, parseRequest);
    if (!read.ok) {
      const isJson = read.code !== 'invalid_request';
      return isJson ? answerFailure(c, read) : write(c, refusal(c, RPC.parseError, 'Parse error'));
    }
    const call = toCall(c, deps);
    const { body } = read;
    if (!Array.isArray(body) || !takesBatches(c)) {
      return write(c, await answerMessage(c, classifyMessage(body), call));
    }
    const fault = batchFault(body);
    if (fault !== undefined) return write(c, refusal(c, RPC.invalidRequest, fault));
    const answers = await answerEach(c, body, {
      answer: (member) => answerMessage(c, member, call),
      account: (entry) => account(c, { ...entry, startedAt }),
    });
    return write(c, answers.length === 0 ? undefined : { status: 200, json: `[${answers.join(',')}]` });
  };

  async function answerMessage(
    c: Context<WorkerContext>,
    message: Message,
    call: WorkerToolCall,
  ): Promise<Answered | undefined> {
    if (message.kind === 'invalid') return refusal(c, RPC.invalidRequest, 'Invalid Request', message.id);
    if (message.kind !== 'request') return undefined;
    const { id, method, params } = message;
    let meta: RequestMeta | undefined;
    try {
      meta = readHeadedRequest((name) => c.req.header(name), method, params);
    } catch (error) {
      return failed(400, id, error);
    }
    const asked = versionHeader(c.req.header('mcp-protocol-version'));
    if (meta === undefined && asked !== undefined && !SESSION_VERSIONS.includes(asked)) {
      const said = `Bad Request: unsupported protocol version, expected one of ${[...REQUEST_VERSIONS, ...SESSION_VERSIONS].join(', ')}`;
      return refusal(c, RPC.invalidRequest, said);
    }
    try {
      const result = writeMessage(await dispatch(method, params, call, meta));
      warnOfLarge(c, method, result, deps.log);
      return { status: 200, json: `{"jsonrpc":"2.0","id":${writeJson(id)},"result":${result}}` };
    } catch (error) {
      if (c.req.raw.signal?.aborted) throw error;
      if (!(error instanceof RpcError)) c.set('failure', 'internal');
      const isUnknown = meta !== undefined && error instanceof RpcError && error.code === RPC.methodNotFound;
      return failed(isUnknown ? 404 : 200, id, error);
    }
  }

  function failed(status: Answered['status'], id: RequestId, error: unknown): Answered {
    return { status, json: writeJson({ jsonrpc: '2.0', id, error: toWire(error, onFault) }) };
  }
}

/**
 * True if the version allows batches; without a header that version is assumed (MCP 2025-06-18, "Protocol Version
 * Header").
 */
function takesBatches(c: Context<WorkerContext>): boolean {
  return (versionHeader(c.req.header('mcp-protocol-version')) ?? BATCH_VERSION) === BATCH_VERSION;
}

function toCall(c: Context<WorkerContext>, deps: CallDeps): WorkerToolCall {
  const { log, onStorageFailure } = deps;
  const principal = c.get('principal');
  const { team } = principal;
  return {
    principal,
    caller: callerOf(c),
    artifacts: principal.scopes.has('artifacts') ? deps.artifacts?.of(team) : undefined,
    context: principal.scopes.has('context') ? deps.contexts?.of(team) : undefined,
    record: (record) => c.set('record', record),
    async charge(bytes) {
      if ((await c.get('charge')?.(bytes)) === false) return false;
      c.set('bytesIn', (c.get('bytesIn') ?? 0) + bytes);
      return (await c.get('waitTurn')?.(bytes)) === undefined;
    },
    called: (tool) => c.set('tool', tool),
    failed: (code) => c.set('failure', code),
    shaped: ({ tool, before, after, artifact }) => {
      const sizes = { bytes_before: before, bytes_after: after };
      log({ event: 'response.shaped', request_id: c.get('requestId'), team, tool, ...sizes, artifact });
    },
    storageFailed: onStorageFailure,
  };
}

function warnOfLarge(c: Context<WorkerContext>, method: string, result: string, log: WorkerLog): void {
  const bytes = utf8Bytes(result);
  if (bytes <= DEFAULT_LIMITS.maxBytes) return;
  const { team } = c.get('principal');
  const about = { request_id: c.get('requestId'), team, method, tool: c.get('tool') };
  log({ event: 'response.large', level: 'warn', ...about, bytes });
}

function toWire(error: unknown, onFault: (error: unknown) => void): object {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  onFault(error);
  return { code: RPC.internalError, message: 'Internal error' };
}

function refusal(c: Context<WorkerContext>, code: number, message: string, id: RequestId | null = null): Answered {
  const error = { code, message };
  const json = writeJson({ jsonrpc: '2.0', id, error, detail: message, request_id: c.get('requestId') });
  return { status: 400, json };
}

/** Not Hono's own `json`, which keeps an id's characters only if the runtime has `JSON.rawJSON`. */
function write(c: Context<WorkerContext>, answered: Answered | undefined): Response {
  if (answered === undefined) return c.body(null, 202);
  return c.body(answered.json, answered.status, { 'Content-Type': 'application/json' });
}
