import type { Operation } from '../../http/operation.ts';
import { mcpOperation } from '../mcp/mcp-operation.ts';
import { metricsOperation } from '../metrics/metrics-operation.ts';
import { pruneOperation } from '../prune/prune-operations.ts';
import { teamOperations } from '../teams/team-operations.ts';
import { usageOperation } from '../usage/usage-operation.ts';
import { healthOperation, readyOperation } from './health-operation.ts';

/** All documented routes, in the order of the docs. */
export const OPERATIONS: readonly Operation[] = [
  pruneOperation,
  mcpOperation,
  healthOperation,
  readyOperation,
  ...teamOperations,
  usageOperation,
  metricsOperation,
];
