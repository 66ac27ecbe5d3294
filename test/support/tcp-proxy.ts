import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What a proxy does. `pass`: forwards at once. `silent`: accepts connections, and forwards nothing. `close`: accepts
 * connections, and closes them. A number: forwards what it receives after that many milliseconds.
 */
export type ProxyMode = 'pass' | 'silent' | 'close' | number;

/** A TCP proxy on loopback before another port. */
export interface TcpProxy {
  readonly port: number;
  /** Also affects open connections: they are closed, fall silent, or become slow. */
  become(mode: ProxyMode): void;
  close(): void;
}

/** Starts a proxy to a port of this machine. `at`: its own port; default: any that is free. */
export async function startTcpProxy(to: number, at = 0): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const open = new Set<Socket>();
  const forward = (from: Socket, onto: Socket): void => {
    from.on('data', (bytes) => {
      if (mode === 'pass') onto.write(bytes);
      else if (typeof mode === 'number') setTimeout(() => onto.write(bytes), mode);
    });
    from.on('error', () => {});
    from.on('close', () => {
      open.delete(from);
      onto.destroy();
    });
    open.add(from);
  };
  const server = createServer((socket) => {
    if (mode === 'close') return void socket.destroy();
    const onward = connect(to, '127.0.0.1');
    forward(socket, onward);
    forward(onward, socket);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const end = (): void => {
    for (const one of open) one.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      mode = next;
      if (next === 'close') end();
    },
    close() {
      server.close();
      end();
    },
  };
}
