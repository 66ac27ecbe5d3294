import type { Context, MiddlewareHandler } from 'hono';
import type { PruneRecord } from '../../src/prune-api/prune-reply.ts';
import type { RequestFailureCode } from '../../src/prune-api/request-failure.ts';
import type { Ledger } from '../../src/teams/usage/ledger.ts';
import type { UsageRecord } from '../../src/teams/usage/usage-record.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { keepAliveOf } from './keep-alive.ts';

export interface AccountDeps {
  /** Called for every entry; used for metrics. */
  readonly onEntry?: ((entry: UsageRecord) => void) | undefined;
  /** Undefined without a database. */
  readonly ledger: Ledger | undefined;
  /** `now` is monotonic, `clock` counts from 1970; both in milliseconds. */
  readonly now: () => number;
  readonly clock: () => number;
}

/** Adds a ledger record for a request that was answered or has failed. */
export type Account = (c: Context<WorkerContext>, entry: AccountEntry) => void;

export interface AccountEntry {
  readonly tool: string;
  readonly record: PruneRecord | undefined;
  readonly startedAt: number;
  /** Reason of the failure. Default: the request's own failure, if any. */
  readonly failure?: RequestFailureCode | undefined;
}

/** Creates the function that records a request, with its sender and duration. It never throws and never waits. */
export function createAccount({ ledger, onEntry, now, clock }: AccountDeps): Account {
  return (c, { tool, record, startedAt, failure = c.get('failure') }) => {
    const { team, key } = c.get('principal');
    const entry: UsageRecord = {
      at: clock(),
      team,
      key,
      tool,
      kind: record?.kind ?? null,
      engine: record?.engine ?? null,
      cache: record?.cache ?? null,
      outcome: failure ?? 'ok',
      bytesIn: c.get('bytesIn') ?? 0,
      tokensIn: record?.tokensIn ?? 0,
      tokensOut: record?.tokensOut ?? 0,
      durationMs: now() - startedAt,
      leases: c.get('leases')?.(),
    };
    if (ledger !== undefined) c.set('recorded', (c.get('recorded') ?? 0) + entry.bytesIn);
    onEntry?.(entry);
    ledger?.record(entry, keepAliveOf(c));
  };
}

const TOOLS = { code: 'prune', documents: 'prune_documents', tool_response: 'prune_tool_response' } as const;

/** Tool of a request: by name for MCP, by dialect for `/prune`; `prune` if there is no record. */
function toolOf(c: Context<WorkerContext>): string {
  const record = c.get('record');
  return c.get('tool') ?? (record === undefined ? 'prune' : TOOLS[record.dialect]);
}

/** Records every admitted request of a route that `isCall` identifies as a pruning call. */
export function accounting(
  account: Account,
  now: () => number,
  isCall: (c: Context<WorkerContext>) => boolean = () => true,
): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    const startedAt = now();
    await next();
    if (isCall(c)) account(c, { tool: toolOf(c), record: c.get('record'), startedAt });
  };
}
