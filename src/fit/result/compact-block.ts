import { jsonBytes } from '../../base/json/json-bytes.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import { cutToChars } from '../../text/cut-text.ts';
import type { Block } from './any-tool-result.ts';
import { isMedia } from './result-bytes.ts';

/** Max UTF-16 units of each text in a link, and max bytes of its other values. The fields in `KEPT` have no limit. */
const MAX_CHARS = 200;
const KEPT = ['type', 'uri', 'name', 'mimeType', 'size'] as const;

/**
 * Returns a short form of a block, with its URI, name and type: an embedded file becomes a link, and a link loses long
 * texts. Images and other blocks are returned unchanged.
 */
export function compactBlock(block: Block): Block {
  const short = block['type'] === 'resource_link' ? shortLink(block) : linkTo(block);
  return short !== undefined && jsonBytes(short, Infinity) < jsonBytes(block, Infinity) ? short : block;
}

/** Returns a link to an embedded file; undefined for other blocks, and for one without a URI. */
function linkTo({ type, resource: given, ...around }: Block): Block | undefined {
  const resource = (type === 'resource' ? given : undefined) as JsonObject | null | undefined;
  const { blob, uri, name, ...rest } = resource ?? {};
  if (typeof blob !== 'string' || typeof uri !== 'string' || isMedia({ type, resource: given })) return undefined;
  const size = Math.floor((blob.replace(/=+$/, '').length * 3) / 4);
  return shortLink({
    ...rest,
    ...around,
    type: 'resource_link',
    uri,
    name: typeof name === 'string' ? name : uri,
    size,
  });
}

function shortLink(link: Block): Block {
  const entries = Object.entries(link).map(([key, value]) => {
    if ((KEPT as readonly string[]).includes(key)) return [key, value] as const;
    if (typeof value === 'string') return [key, cutToChars(value, MAX_CHARS)] as const;
    return [key, jsonBytes(value ?? null, MAX_CHARS) > MAX_CHARS ? undefined : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
