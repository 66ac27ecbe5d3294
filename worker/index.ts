export type { PruneOutcome, PruneRequest, Pruner } from '../src/pruning/pruner.ts';
export type { CountTokens, LoadTokenCounter } from '../src/tokens/count-tokens.ts';
export { createApp } from './app.ts';
export type { AppDeps } from './app-deps.ts';
export type { FaultEvent, RequestEvent, WorkerEvent, WorkerLog } from './events/worker-event.ts';
export { jsonLines } from './events/worker-event.ts';
export type { WorkerLimits } from './limits.ts';
export type { WorkerContext } from './worker-context.ts';
