import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Proxies that are always trusted: those on this machine. */
const OWN = ['127.0.0.0/8', '::1'];

/** Max characters; an IPv6 address with its zone has fewer. */
const LONGEST = 64;

/**
 * Creates the function that finds a request's source address: the last address on its way that is not a trusted proxy.
 * Trusted are `proxies` (addresses and CIDR ranges) and this machine. Headers from other senders are ignored, because
 * anyone can write them.
 */
export function createClientAddress(
  proxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string | undefined {
  const trusted = toBlockList([...OWN, ...proxies]);
  const isTrusted = (address: string): boolean => isIP(address) > 0 && trusted.check(address, familyOf(address));
  return ({ socket: { remoteAddress }, headers }) => {
    if (remoteAddress === undefined) return undefined;
    const way = [...forwardedFor(headers), remoteAddress];
    return (way.findLast((address) => !isTrusted(address)) ?? way[0])?.slice(0, LONGEST);
  };
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4');

/** Matches a parameter of `Forwarded`: a name, and a token or a quoted string. */
const PARAMETER = /([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",;\s]*))/g;
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * Returns the senders that proxies report, the nearest last. `Forwarded` (RFC 7239) counts only without
 * `X-Forwarded-For`: a proxy that writes one of them passes on what the client has written into the other.
 */
function forwardedFor({ forwarded = '', 'x-forwarded-for': said }: IncomingHttpHeaders): readonly string[] {
  const nodes =
    said === undefined
      ? [...forwarded.matchAll(PARAMETER)]
          .filter(([, name]) => name?.toLowerCase() === 'for')
          .map(([, , quoted, token = '']) => quoted ?? token)
      : String(said).split(',');
  return nodes
    .map((node) => node.trim())
    .filter((node) => node !== '')
    .map((node) => {
      const [, ipv6, ipv4] = WITH_PORT.exec(node) ?? [];
      return ipv6 ?? ipv4 ?? node;
    });
}
