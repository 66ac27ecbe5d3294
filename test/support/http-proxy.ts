import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A forward proxy on loopback: plain requests and tunnels. */
export interface HttpProxy {
  /** Host and port. */
  readonly host: string;
  /** Each request, as `GET http://…` or `CONNECT host:port`. */
  readonly seen: string[];
}

/** Starts a proxy that maps host names to loopback ports. With `password`, clients must sign in as the user `me`. */
export async function startHttpProxy(ports: Readonly<Record<string, number>>, password?: string): Promise<HttpProxy> {
  const seen: string[] = [];
  const wanted = password === undefined ? undefined : `Basic ${btoa(`me:${password}`)}`;
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    seen.push(`${method} ${url}`);
    if (headers['proxy-authorization'] !== wanted) return void answer.writeHead(407).end();
    const { hostname, pathname } = new URL(url);
    const onward = request({ host: '127.0.0.1', port: ports[hostname], method, path: pathname, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.writeHead(502).end());
    asked.pipe(onward);
  });
  server.on('connect', ({ url = '', headers }, socket) => {
    seen.push(`CONNECT ${url}`);
    socket.on('error', () => {});
    if (headers['proxy-authorization'] !== wanted) return void socket.end('HTTP/1.1 407 Who are you\r\n\r\n');
    const onward = connect(ports[url.split(':')[0] ?? ''] ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
