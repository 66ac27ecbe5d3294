import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { FOCUS, FOCUS_SCHEMA } from '../../tools/focus.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { withGatewayPage } from '../resources/resource-uris.ts';
import type { GatewayNames } from './gateway-names.ts';
import type { PreparedTool } from './prepare-tools.ts';
import { givenSchemaOf } from './readable-tool.ts';
import type { ShownTool } from './shown-tools.ts';

/**
 * Adds the question to an input schema. Undefined if the schema has an argument of that name, or if a part of it
 * forbids further arguments.
 */
export function withFocus(schema: JsonObject): JsonObject | undefined {
  const properties = (schema['properties'] ?? {}) as JsonObject;
  if (Object.hasOwn(properties, FOCUS)) return undefined;
  if (schema['propertyNames'] !== undefined || COMBINED.some((name) => closes(schema[name]))) return undefined;
  return { ...schema, properties: { ...properties, [FOCUS]: FOCUS_SCHEMA } };
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$ref', 'dependentSchemas'];

/** True if a part next to the properties may reject unknown ones. */
function closes(part: unknown): boolean {
  if (part === undefined) return false;
  return (
    typeof part === 'string' ||
    /"(?:additional|unevaluated)Properties":(?:false|\{)|"\$ref"|"propertyNames"/.test(JSON.stringify(part))
  );
}

/** A server's tool as we offer it. */
export interface OfferedTool {
  /** Name under which we offer it. */
  readonly name: string;
  readonly server: string;
  /** Definition with the server's own name, and with overrides of the configuration applied. */
  readonly tool: PreparedTool;
  /** True if its answers are shaped to the response contract. */
  readonly shape: boolean;
  /** Input schema with the question added; undefined if the tool does not take it from us. */
  readonly focused: JsonObject | undefined;
}

export function offerTool(
  server: string,
  { focus, shape, tools = {} }: ServerConfig,
  own: PreparedTool,
  names: GatewayNames,
): OfferedTool {
  const { name: shown, ...said } = (Object.hasOwn(tools, own.name) ? tools[own.name] : undefined) ?? {};
  const name = names.nameOf({ server, name: own.name }, shown);
  const annotations = said.annotations && {
    annotations: { ...(own['annotations'] as JsonObject), ...said.annotations },
  };
  const tool: PreparedTool = { ...own, ...said, ...annotations };
  return { name, server, tool, shape, focused: focus ? withFocus(tool.inputSchema) : undefined };
}

/** Converts a tool for lists. Everything except the name, the question and the URI of its page is as its server said. */
export function listOffered({ name, server, tool, shape, focused }: OfferedTool): ShownTool {
  const { outputSchema, ...rest } = withGatewayPage(server, tool);
  const given = givenSchemaOf(tool.inputSchema);
  return {
    tool: {
      ...rest,
      name,
      inputSchema: focused ?? tool.inputSchema,
      ...(outputSchema !== undefined && { outputSchema }),
    },
    untouched: !shape && focused === undefined,
    // Every SDK demands the type.
    ...(given?.['type'] === 'object' && { given: (focused && withFocus(given)) ?? given }),
  };
}

/** True if a call may be sent twice: MCP 2025-11-25, "ToolAnnotations". */
export function isRepeatable({ tool }: OfferedTool): boolean {
  const annotations = tool['annotations'] as JsonObject | undefined;
  return annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
}
