import { describe } from 'vitest';
import { createApp } from '../../../../worker/app/app.ts';
import { describePruneEndpoint } from '../../../contract/prune-endpoint.ts';

const bodyBytes = 10 * 1024 * 1024;

describe('in process', () => {
  const app = createApp();
  describePruneEndpoint(() => async (path, init) => app.request(path, init), { bodyBytes });
});
