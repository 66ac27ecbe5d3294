import { isJsonObject } from '../../base/json/json-object.ts';
import { encodedHeader } from './standard-headers.ts';

/** A tool parameter that HTTP calls also carry as a header. */
export interface ParamHeader {
  /** `Mcp-Param-<name>`. */
  readonly name: string;
  /** Keys that lead from the arguments to its value. */
  readonly path: readonly string[];
}

const ANNOTATION = 'x-mcp-header';
/** `token` of RFC 9110, section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const PRIMITIVE: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * Reads which parameters of a tool must be sent as headers (MCP 2026-07-28, "Streamable HTTP", section "Custom Headers
 * from Tool Parameters"). Undefined if the schema's annotations are invalid; such a tool must not be offered.
 */
export function paramHeadersOf(inputSchema: unknown): readonly ParamHeader[] | undefined {
  const found: ParamHeader[] = [];
  const names = new Set<string>();
  // Annotations are allowed only on parameters that are reached through `properties` alone.
  const read = (schema: unknown, path: readonly string[] | undefined): boolean => {
    if (Array.isArray(schema)) return schema.every((one) => read(one, undefined));
    if (!isJsonObject(schema)) return true;
    const name = schema[ANNOTATION];
    if (name !== undefined) {
      const isValid = typeof name === 'string' && TOKEN.test(name) && PRIMITIVE.has(schema['type']);
      if (!isValid || path === undefined || path.length === 0 || names.has(name.toLowerCase())) return false;
      names.add(name.toLowerCase());
      found.push({ name: `Mcp-Param-${name}`, path });
    }
    return Object.entries(schema).every(([key, value]) => {
      if (key !== 'properties' || !isJsonObject(value)) return key === ANNOTATION || read(value, undefined);
      return Object.entries(value).every(([property, one]) => read(one, path && [...path, property]));
    });
  };
  return read(inputSchema, []) ? found : undefined;
}

/** Returns the headers for a call; a parameter without a value has none. */
export function paramHeaders(headers: readonly ParamHeader[], args: unknown): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const { name, path } of headers) {
    const value = path.reduce<unknown>((within, key) => (isJsonObject(within) ? within[key] : undefined), args);
    if (value !== undefined && value !== null) given[name] = encodedHeader(String(value));
  }
  return given;
}
