import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A pruner endpoint that fails on every request. */
export interface BrokenPruner extends AsyncDisposable {
  readonly url: string;
  /** The `Authorization` header of each call. */
  readonly keys: readonly (string | undefined)[];
}

export async function startBrokenPruner(): Promise<BrokenPruner> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prune`,
    keys,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
