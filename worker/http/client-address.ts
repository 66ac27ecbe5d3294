import { isLoopbackHost } from '../access/loopback-host.ts';
import type { WorkerContext } from '../worker-context.ts';

/** The part of Hono's context that tells. */
export interface AddressedRequest {
  readonly env: unknown;
  readonly req: { header(name: string): string | undefined };
}

/**
 * Where a request comes from, as far as that can be told. A proxy on this machine is believed in what it says of its own
 * client, the last entry of `X-Forwarded-For`; whoever else sends that header names themselves.
 */
export function clientAddress(c: AddressedRequest): string | undefined {
  // Without bindings Hono has no `env` at all.
  const remote = (c.env as WorkerContext['Bindings'] | undefined)?.address?.();
  if (remote === undefined) return undefined;
  if (!isLoopbackHost(remote.replace(/^::ffff:/i, ''))) return remote;
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  return forwarded === undefined || forwarded === '' ? undefined : forwarded.slice(0, MAX_CHARS);
}

/** An IPv6 address with its zone has fewer. */
const MAX_CHARS = 64;
