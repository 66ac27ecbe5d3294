import { createBareApp } from './bare-app.ts';

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown;
};

const app = createBareApp();
Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.error(`{"event":"listening","url":"http://127.0.0.1:${port}"}`),
  },
  (request) => app.fetch(request),
);
