import { isLoopbackHost } from './loopback-host.ts';
import type { WorkerContext } from './worker-context.ts';

/** The part of Hono's context that is needed here. */
export interface AddressedRequest {
  readonly env: unknown;
  readonly req: { header(name: string): string | undefined };
}

/**
 * Returns a request's source address, if known. A proxy on this machine is trusted about its own client, the last entry
 * of `X-Forwarded-For`. From anyone else the header is ignored, because they could forge it.
 */
export function clientAddress(c: AddressedRequest): string | undefined {
  // Without bindings, Hono has no `env` at all.
  const remote = (c.env as WorkerContext['Bindings'] | undefined)?.address?.();
  if (remote === undefined) return undefined;
  if (!isLoopbackHost(remote.replace(/^::ffff:/i, ''))) return remote;
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  return forwarded === undefined || forwarded === '' ? undefined : forwarded.slice(0, MAX_CHARS);
}

/** Max characters of an address; an IPv6 address with its zone has fewer. */
const MAX_CHARS = 64;
