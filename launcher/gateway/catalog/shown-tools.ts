import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { ClientView } from '../../../src/mcp/tool.ts';

/** Another server's tool, with every field that some client may see. */
export interface ShownTool {
  readonly tool: JsonObject;
  /** True if we never modify its results. */
  readonly untouched: boolean;
  /** The server's own input schema, if `tool` has a plain one in its place. */
  readonly given?: JsonObject | undefined;
}

/** Properties of the client that affect a list of tools. */
export interface ToolsView extends ClientView {
  /** Resolves to true if the client shows its model no definition until the model asks for one. Default: false. */
  readonly defers?: () => Promise<boolean>;
}

/** Key in a tool's `_meta` for its `outputSchema`, for clients that get no structured content. */
export const OUTPUT_SCHEMA_META = 'jeeves/outputSchema';

/**
 * Returns the tools for a client's `tools/list`. Without structured results, `outputSchema` moves to `_meta`, except
 * for tools whose results are never modified. Otherwise SDK clients would require a `structuredContent`, and show it to
 * the model instead of the pruned text.
 */
export function showTools(listed: readonly ShownTool[], { structured, anySchema }: ClientView): readonly JsonObject[] {
  return listed.map(({ tool, untouched, given }) => {
    const own = anySchema === true && given !== undefined ? { ...tool, inputSchema: given } : tool;
    return structured || untouched ? own : withoutOutputSchema(own);
  });
}

function withoutOutputSchema(tool: JsonObject): JsonObject {
  const { outputSchema, ...rest } = tool;
  if (outputSchema === undefined) return tool;
  return { ...rest, _meta: { ...(tool['_meta'] as JsonObject | undefined), [OUTPUT_SCHEMA_META]: outputSchema } };
}
