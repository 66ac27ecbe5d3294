import type { JsonObject } from '../../base/json/json-object.ts';
import { cutToChars } from '../../text/cut-text.ts';
import type { Block } from './any-tool-result.ts';
import { isMedia } from './result-bytes.ts';

/** Max UTF-16 units of a description, and of any other text of a resource link that is neither its URI nor its name. */
const MAX_CHARS = 200;
const KEPT = ['type', 'uri', 'name', 'mimeType', 'size'] as const;

/**
 * Returns a short form of a resource in a result, which still says its URI, name and type: of an embedded file its link,
 * of a link without long texts. Other blocks, and images, are returned unchanged.
 */
export function compactBlock(block: Block): Block {
  const { type } = block;
  if (type === 'resource_link') return shortLink(block);
  const resource = (type === 'resource' ? block['resource'] : undefined) as JsonObject | null | undefined;
  if (typeof resource?.['blob'] !== 'string' || isMedia(block)) return block;
  const { blob, uri, name, ...rest } = resource;
  const size = Math.floor((blob.replace(/=+$/, '').length * 3) / 4);
  const named = typeof name === 'string' ? name : String(uri);
  return shortLink({ ...rest, type: 'resource_link', uri: uri ?? '', name: named, size });
}

function shortLink(link: Block): Block {
  const entries = Object.entries(link).map(([key, value]) => {
    if ((KEPT as readonly string[]).includes(key)) return [key, value] as const;
    if (typeof value === 'string') return [key, cutToChars(value, MAX_CHARS)] as const;
    return [key, JSON.stringify(value).length > MAX_CHARS ? undefined : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
