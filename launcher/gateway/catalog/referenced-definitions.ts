import { isContainer } from '../../../src/base/json/json.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { definitionBytes, MAX_DEFINITION_BYTES } from './definition-bytes.ts';
import { mapSchemas } from './map-schemas.ts';

const DEFINITION = /^#\/(\$defs|definitions)\/([^/]+)/;

/**
 * Adds to a schema made from `root` the definitions of `root` that it still references. Other parts of `root` that it
 * references become definitions too. A local reference without a target is removed.
 */
export function withReferencedDefinitions(schema: JsonObject, root: JsonObject): JsonObject {
  const found = new Map<string, { readonly holder: string; readonly name: string; readonly target: unknown }>();
  let bytesLeft = MAX_DEFINITION_BYTES;
  const follow = (one: JsonObject): JsonObject => {
    const { $ref, ...rest } = one;
    if (typeof $ref !== 'string' || !$ref.startsWith('#') || $ref === '#') return one;
    const [whole, holder = '$defs', key] = DEFINITION.exec($ref) ?? [];
    const pointer = whole ?? $ref;
    if (referenceTarget($ref, root) === undefined) return rest;
    const name = key === undefined ? $ref.slice(2).replaceAll(/[^\w-]+/g, '.') : toKey(key);
    if (!found.has(pointer)) {
      const target = referenceTarget(pointer, root);
      bytesLeft -= definitionBytes(target);
      if (bytesLeft < 0) return rest;
      found.set(pointer, { holder, name, target });
    }
    return whole === undefined ? { ...one, $ref: `#/$defs/${name}` } : one;
  };
  const shown = mapSchemas(schema, follow) as JsonObject;
  const kept: Record<string, [string, unknown][]> = {};
  // The loop also visits entries that are added while it runs.
  for (const { holder, name, target } of found.values()) {
    kept[holder] = [...(kept[holder] ?? []), [name, mapSchemas(target, follow)]];
  }
  const definitions = Object.entries(kept).map(([holder, those]) => [holder, Object.fromEntries(those)]);
  return { ...shown, ...Object.fromEntries(definitions) };
}

/** Returns the part of `root` that a local reference such as `#/$defs/a` points to; undefined if there is none. */
export function referenceTarget(ref: string, root: JsonObject): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let part: unknown = root;
  for (const segment of ref.slice(2).split('/')) {
    const key = toKey(segment);
    if (!isContainer(part) || !Object.hasOwn(part, key)) return undefined;
    part = (part as JsonObject)[key];
  }
  return part;
}

/** Decodes a segment of a JSON pointer in a URI fragment (RFC 6901, section 6). */
function toKey(segment: string): string {
  const pointer = segment.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}
