export type { CountTokens, LoadTokenCounter } from '../src/base/tokens/count-tokens.ts';
export type { PruneOutcome, PruneRequest, Pruner } from '../src/engine/pruner.ts';
export { createApp } from './app/app.ts';
export type { AppDeps } from './app/app-deps.ts';
export type { FaultEvent, RequestEvent, WorkerEvent, WorkerLog } from './http/events/worker-event.ts';
export { jsonLines } from './http/events/worker-event.ts';
export { traceRequests } from './http/trace-requests.ts';
export type { WorkerContext } from './http/worker-context.ts';
export type { WorkerLimits } from './settings/limits.ts';
