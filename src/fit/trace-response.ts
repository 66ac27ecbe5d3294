import { isContainer, type Json } from '../base/json/json.ts';
import type { ToolResult } from '../mcp/tool-result.ts';
import { toSummary } from '../text/summary.ts';
import { isErrorItem } from './error-item.ts';
import { CATEGORY_BUDGETS } from './limits.ts';
import { toLabel } from './to-item.ts';
import { toPlain } from './to-plain.ts';
import { type WrapOptions, wrapResponse } from './wrap-response.ts';

export interface Trace {
  readonly traceId: string;
  readonly status: string;
  readonly durationMs: number;
  readonly events: readonly unknown[];
  readonly error?: { readonly message?: string | undefined } | undefined;
}

export type TraceOptions = Omit<WrapOptions, 'summary' | 'whole'>;

/**
 * Builds a trace's result: its outcome, its first and last event, and its errors. If that is not everything, the whole
 * trace is stored as an artifact.
 */
export function traceResponse(
  trace: Trace,
  { limits, domain = 'trace', ...options }: TraceOptions = {},
): Promise<ToolResult> {
  const { traceId, status, durationMs, events, error } = trace;
  const errors = events.map((event) => toPlain(event)).filter(isErrorItem);
  const errorSummary = error?.message ?? messageOf(errors[0]);
  const digest = {
    traceId,
    status,
    durationMs,
    eventCount: events.length,
    ...(errors.length > 0 && { errorCount: errors.length }),
    ...(errorSummary !== undefined && { errorSummary }),
    ...(events.length > 0 && { startEvent: events[0] }),
    ...(events.length > 1 && { endEvent: events.at(-1) }),
  };
  return wrapResponse(digest, {
    ...options,
    domain,
    summary: toSummary(`Trace ${toLabel(traceId)}: ${toLabel(status)} (${durationMs}ms, ${events.length} events)`),
    limits: { maxBytes: CATEGORY_BUDGETS.status, ...limits },
    ...(!(events.length <= 2 && hasOnly(trace, SHOWN) && hasOnly(error ?? {}, ['message'])) && { whole: trace }),
  });
}

const SHOWN: readonly string[] = ['traceId', 'status', 'durationMs', 'events', 'error'];

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function messageOf(event: Json | undefined): string | undefined {
  if (typeof event === 'string') return event;
  if (!isContainer(event)) return undefined;
  const { message, error } = event as { readonly message?: Json; readonly error?: Json };
  if (typeof message === 'string') return message;
  if (typeof error === 'string') return error;
  return isContainer(error) ? messageOf(error) : undefined;
}
