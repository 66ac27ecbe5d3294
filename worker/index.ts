export type { PruneOutcome, PruneRequest, Pruner } from '../src/pruning/pruner.ts';
export type { CountTokens, LoadTokenCounter } from '../src/tokens/count-tokens.ts';
export { createApp } from './app.ts';
export type { AppDeps } from './app-deps.ts';
export type { WorkerLimits } from './limits.ts';
export type { WorkerContext } from './worker-context.ts';
export type { FaultEvent, RequestEvent, WorkerEvent, WorkerLog } from './worker-event.ts';
export { jsonLines } from './worker-event.ts';
