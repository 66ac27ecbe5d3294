import type { Hono } from 'hono';
import { hc } from 'hono/client';
import type { CodeAnswer } from '../src/prune-api/code-answer.ts';
import type { CodeRequest } from '../src/prune-api/code-request.ts';
import type { DocumentsAnswer } from '../src/prune-api/documents-answer.ts';
import type { DocumentsRequest } from '../src/prune-api/documents-request.ts';
import type { ToolResponseAnswer } from '../src/prune-api/tool-response/tool-response-answer.ts';
import type { ToolResponseRequest } from '../src/prune-api/tool-response/tool-response-request.ts';
import type { Scope } from '../src/teams/keys/scope.ts';
import type { FailureAnswer } from './routes/docs/failure-answer.ts';
import type { HealthAnswer, ReadyAnswer } from './routes/docs/health-operation.ts';
import type {
  KeyAnswer,
  NewKeyAnswer,
  NewKeyBody,
  NewTeamBody,
  RenewKeyBody,
  TeamAnswer,
  TeamChangesBody,
} from './routes/teams/schemas.ts';
import type { UsageAnswer } from './routes/usage/usage-answer.ts';

export type {
  CodeAnswer,
  DocumentsAnswer,
  FailureAnswer,
  HealthAnswer,
  KeyAnswer,
  NewKeyAnswer,
  NewKeyBody,
  NewTeamBody,
  RenewKeyBody,
  Scope,
  TeamAnswer,
  TeamChangesBody,
  ToolResponseAnswer,
  UsageAnswer,
};

/** Body of a dialect A request: required fields, and optional ones. */
export type CodeBody = Pick<CodeRequest, 'query' | 'code'> & Partial<CodeRequest>;

/** Query parameters of `GET /v1/usage`. Times are ISO 8601. */
export interface UsageParameters {
  readonly from?: string;
  readonly to?: string;
  readonly period?: 'hour' | 'day';
  readonly group_by?: string;
  readonly team?: string;
  readonly format?: 'json' | 'csv';
}

type Endpoint<Input, Output, Status extends number, Format extends 'json' | 'body' = 'json'> = {
  input: Input;
  output: Output;
  outputFormat: Format;
  status: Status;
};
type FailureStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;
/** An endpoint's answer or a failure; `answer.ok` tells which. */
type Route<Input, Output, Status extends number = 200, Format extends 'json' | 'body' = 'json'> =
  | Endpoint<Input, Output, Status, Format>
  | Endpoint<Input, FailureAnswer, FailureStatus>;

/** Schema of the worker's routes for Hono's client. */
export type WorkerSchema = {
  '/health': { $get: Endpoint<object, HealthAnswer, 200> };
  '/ready': { $get: Endpoint<object, ReadyAnswer, 200 | 503> };
  '/prune': {
    $post: Route<
      { json: CodeBody | DocumentsRequest | ToolResponseRequest },
      CodeAnswer | DocumentsAnswer | ToolResponseAnswer
    >;
  };
  '/v1/teams': { $get: Route<object, { teams: TeamAnswer[] }>; $post: Route<{ json: NewTeamBody }, TeamAnswer, 201> };
  '/v1/teams/:id': {
    $patch: Route<{ param: { id: string }; json: TeamChangesBody }, TeamAnswer>;
    $delete: Route<{ param: { id: string }; query: { confirm: string } }, null, 204, 'body'>;
  };
  '/v1/keys': { $get: Route<object, { keys: KeyAnswer[] }>; $post: Route<{ json: NewKeyBody }, NewKeyAnswer, 201> };
  '/v1/keys/:id/renew': {
    $post: Route<{ param: { id: string }; json: RenewKeyBody }, NewKeyAnswer, 201>;
  };
  '/v1/keys/:id': { $delete: Route<{ param: { id: string } }, null, 204, 'body'> };
  '/v1/usage': { $get: Route<{ query: UsageParameters }, UsageAnswer> };
};

type Api = Hono<object, WorkerSchema, '/'>;

export interface WorkerClientOptions {
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  /** Default: the runtime's. */
  readonly fetch?: typeof fetch | undefined;
}

export type WorkerClient = ReturnType<typeof hc<Api>>;

/**
 * Creates a typed client (Hono's RPC) of a worker at `url`. `client.prune.$post({ json: { query, code } })` resolves to
 * a `Response` whose `json()` has the answer's type. Rejects only if `fetch` does.
 */
export function createWorkerClient(url: string, { key, fetch }: WorkerClientOptions = {}): WorkerClient {
  return hc<Api>(url, {
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    ...(fetch !== undefined && { fetch }),
  });
}
