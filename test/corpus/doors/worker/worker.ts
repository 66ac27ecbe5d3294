import type { Door } from '../../scene.ts';
import { dashboard } from './dashboard.ts';
import { mcp } from './mcp.ts';
import { pruning } from './pruning.ts';
import { requests } from './requests.ts';
import { teamsAndKeys } from './teams-and-keys.ts';

/** The worker over HTTP. */
export const worker: Door = { name: 'worker', scenes: [pruning, requests, mcp, teamsAndKeys, dashboard] };
