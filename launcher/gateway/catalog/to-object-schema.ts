import { isContainer } from '../../../src/base/json/json.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { definitionBytes, MAX_DEFINITION_BYTES } from './definition-bytes.ts';
import { objectSchema } from './readable-fields.ts';

/** Keywords of JSON Schema that hold schemas, as far as tools use them. */
const HOLDS_ONE_OR_MANY = [
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties'],
  ...['unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'anyOf', 'oneOf', 'allOf'],
];
const HOLDS_BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** True for a schema that is an object, rather than a boolean or no schema at all. */
const isSchemaObject = (schema: unknown): schema is JsonObject => isContainer(schema) && !Array.isArray(schema);

/**
 * Applies a change to a schema and to each schema inside it, innermost first. Data such as `default` and `enum` stays.
 * Returns the schema itself if nothing changes.
 */
function mapSchemas(schema: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (!isSchemaObject(schema)) return schema;
  const inner = (value: unknown): unknown => mapSchemas(value, change);
  const changed = mapValues(schema, (value, keyword) => {
    if (HOLDS_BY_NAME.includes(keyword)) return isSchemaObject(value) ? mapValues(value, inner) : value;
    if (!HOLDS_ONE_OR_MANY.includes(keyword)) return value;
    if (!Array.isArray(value)) return inner(value);
    const list = value.map(inner);
    return list.some((one, i) => one !== value[i]) ? list : value;
  });
  return change(changed);
}

function mapValues(object: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return entries.some(([key, value]) => value !== object[key]) ? Object.fromEntries(entries) : object;
}

const DEFINITION = /^#\/(\$defs|definitions)\/([^/]+)/;

/**
 * Adds to a schema made from `root` the definitions of `root` that it still references. Other parts of `root` that it
 * references become definitions too. A local reference without a target is removed.
 */
function withReferencedDefinitions(schema: JsonObject, root: JsonObject): JsonObject {
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
function referenceTarget(ref: string, root: JsonObject): unknown {
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

/** Keywords that model providers refuse at the root of a tool's schema. */
const REFUSED = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not'];
/** Keywords about the schema itself. A branch's values do not apply to the joined schema. */
const OF_SCHEMA = ['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment'];
const HANDLED = [...REFUSED, ...OF_SCHEMA, '$defs', 'definitions'];
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Max nesting of schemas to follow. A deeper schema counts as one that allows everything. */
const DEEPEST = 100;

/**
 * Converts a schema of arguments to one plain object, because hosts and model providers refuse anything else. The
 * object has the properties of all branches, and requires those that every call needs. It accepts more than the given
 * schema, so calls must be checked against the given schema too. Returns the schema itself if it is already plain;
 * undefined if no object can match it.
 */
export function toObjectSchema(given: unknown): JsonObject | undefined {
  const root = mapSchemas(given === true || given === null ? {} : given, withKnownTypes);
  if (!isSchemaObject(root)) return undefined;
  if (objectSchema.safeParse(root).success && !REFUSED.some((keyword) => Object.hasOwn(root, keyword))) return root;
  const parts = partsOf(root, { root, known: new Map(), levels: DEEPEST });
  if (parts === undefined) return undefined;
  const own = OF_SCHEMA.flatMap((key) => (Object.hasOwn(root, key) ? [[key, root[key]]] : []));
  const properties = [...parts.properties].map(([name, forms]) => [name, toOneForm(forms)]);
  const required = [...parts.required];
  const mended = {
    ...Object.fromEntries(own),
    ...parts.rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  return withReferencedDefinitions(mended, root);
}

/** Corrects the case of types, such as `STRING`, which some generators write. */
function withKnownTypes(schema: JsonObject): JsonObject {
  const { type } = schema;
  const lower = (one: unknown): unknown => {
    const name = typeof one === 'string' ? one.toLowerCase() : one;
    return TYPES.includes(name as string) ? name : one;
  };
  const known = Array.isArray(type) ? type.map(lower) : lower(type);
  return JSON.stringify(known) === JSON.stringify(type) ? schema : { ...schema, type: known };
}

/** Requirements of a schema for an object. */
interface Parts {
  /** All schemas of each property, by the property's name. */
  readonly properties: ReadonlyMap<string, ReadonlySet<unknown>>;
  readonly required: ReadonlySet<string>;
  /** The schema's other keywords. */
  readonly rest: JsonObject;
}

const OPEN: Parts = { properties: new Map(), required: new Set(), rest: {} };

interface Reading {
  readonly root: JsonObject;
  /** Schemas already read, so that each is read once. */
  readonly known: Map<unknown, Parts | undefined>;
  readonly levels: number;
}

/** Returns the parts of a schema, joined with those of its branches; undefined if no object can match it. */
function partsOf(schema: unknown, reading: Reading): Parts | undefined {
  if (schema === true) return OPEN;
  if (!isSchemaObject(schema) || !mayBeObject(schema['type'])) return undefined;
  const { root, known, levels } = reading;
  if (known.has(schema)) return known.get(schema);
  // A schema that contains itself adds no further requirements.
  known.set(schema, OPEN);
  if (levels === 0) return OPEN;
  const read = (one: unknown): Parts | undefined => partsOf(one, { root, known, levels: levels - 1 });
  const { $ref, allOf, anyOf, oneOf } = schema;
  const target = typeof $ref === 'string' ? referenceTarget($ref, root) : undefined;
  const parts = allTogether([
    ownParts(schema),
    ...(target === undefined ? [] : [read(target)]),
    ...(Array.isArray(allOf) ? allOf.map(read) : []),
    ...[anyOf, oneOf].flatMap((list) => (Array.isArray(list) && list.length > 0 ? [anyOne(list.map(read))] : [])),
  ]);
  known.set(schema, parts);
  return parts;
}

/** True if a schema with that type may match an object. An unknown type excludes nothing. */
function mayBeObject(type: unknown): boolean {
  if (type === undefined || type === null) return true;
  return [type].flat().some((one) => one === 'object' || (typeof one === 'string' && !TYPES.includes(one)));
}

function ownParts(schema: JsonObject): Parts {
  const { type, properties, required, ...others } = schema;
  const forms = isSchemaObject(properties) ? Object.entries(properties) : [];
  const rest = Object.entries(others).filter(([keyword]) => !HANDLED.includes(keyword));
  return {
    properties: new Map(forms.map(([name, form]) => [name, new Set([toForm(form)])])),
    required: new Set(Array.isArray(required) ? required.filter((one) => typeof one === 'string') : []),
    rest: Object.fromEntries(rest),
  };
}

function toForm(schema: unknown): unknown {
  if (schema === false) return { not: {} };
  return isSchemaObject(schema) ? schema : {};
}

/**
 * Joins schemas that must all match. If several describe a property, only the first description is shown, because it is
 * the best.
 */
function allTogether(all: readonly (Parts | undefined)[]): Parts | undefined {
  const given = all.filter((one) => one !== undefined);
  if (given.length < all.length) return undefined;
  return {
    properties: new Map(given.toReversed().flatMap(({ properties }) => [...properties])),
    required: new Set(given.flatMap(({ required }) => [...required])),
    // Keywords such as `if` and `then` mean nothing without each other, so take all of them from one schema.
    rest: given.find(({ rest }) => Object.keys(rest).length > 0)?.rest ?? {},
  };
}

/** Joins alternative schemas. At least one of them must match. */
function anyOne(all: readonly (Parts | undefined)[]): Parts | undefined {
  const [first, ...others] = all.filter((one) => one !== undefined);
  if (first === undefined || others.length === 0) return first;
  const properties = new Map<string, Set<unknown>>();
  for (const [name, forms] of [first, ...others].flatMap((one) => [...one.properties])) {
    const known = properties.get(name) ?? new Set();
    for (const form of forms) known.add(form);
    properties.set(name, known);
  }
  const required = [...first.required].filter((name) => others.every((one) => one.required.has(name)));
  return { properties, required: new Set(required), rest: {} };
}

function toOneForm(forms: ReadonlySet<unknown>): unknown {
  const distinct = [...new Map([...forms].map((form) => [JSON.stringify(form), form])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}
