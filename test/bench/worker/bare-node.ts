import { serve } from '@hono/node-server';
import { createBareApp } from './bare-app.ts';

serve({ fetch: createBareApp().fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.stderr.write(`{"event":"listening","url":"http://127.0.0.1:${port}"}\n`),
);
process.once('SIGTERM', () => process.exit(0));
