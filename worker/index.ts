export type { CountTokens, LoadTokenCounter } from '../src/base/tokens/count-tokens.ts';
export type { PruneOutcome, PruneRequest, Pruner } from '../src/engine/pruner.ts';
export { createApp } from './app.ts';
export type { AppDeps } from './app-deps.ts';
export type { FaultEvent, RequestEvent, WorkerEvent, WorkerLog } from './events/worker-event.ts';
export { jsonLines } from './events/worker-event.ts';
export type { WorkerLimits } from './limits.ts';
export type { WorkerContext } from './worker-context.ts';
