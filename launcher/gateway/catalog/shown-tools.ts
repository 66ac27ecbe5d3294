import type { JsonObject } from '../connection/server-connection.ts';
import { taskSupportOf } from './task-support.ts';

/** Another server's tool with all that any client is shown of it. */
export interface ListedTool {
  readonly tool: JsonObject;
  /** Whether nothing of ours ever happens to its results. */
  readonly untouched: boolean;
}

/** What depends on the client in a list of tools. */
export interface ToolsView {
  /** Whether its results carry `structuredContent`. */
  readonly structured: boolean;
  /** Whether it has tasks. */
  readonly tasks: boolean;
  /** True if it shows its model no definition until the model asks for one. Default: it shows them all. */
  readonly defers?: () => Promise<boolean>;
}

/** Where a tool's `outputSchema` stands, in its `_meta`, for clients that get no structured content. */
export const OUTPUT_SCHEMA_META = 'jeeves/outputSchema';

/**
 * The tools as `tools/list` shows them to a client. Without structured results `outputSchema` stands in `_meta`, but for
 * tools whose results are never touched: SDK clients would insist on a `structuredContent`, and these then show it the
 * model in place of the pruned text. Without tasks there are neither `execution` nor tools that run as tasks alone.
 */
export function showTools(listed: readonly ListedTool[], { structured, tasks }: ToolsView): readonly JsonObject[] {
  return listed.flatMap(({ tool, untouched }) => {
    if (!tasks && taskSupportOf(tool) === 'required') return [];
    const { execution, ...plain } = tool;
    const shown = tasks ? tool : plain;
    return [structured || untouched ? shown : withoutOutputSchema(shown)];
  });
}

function withoutOutputSchema(tool: JsonObject): JsonObject {
  const { outputSchema, ...rest } = tool;
  if (outputSchema === undefined) return tool;
  return { ...rest, _meta: { ...(tool['_meta'] as JsonObject | undefined), [OUTPUT_SCHEMA_META]: outputSchema } };
}
