/** Names of our tools, those of other servers behind us among them. */
const NAMES = 'read|bash|grep|artifact|find_tool|call_tool|context_\\w+|mcp_[\\w-]+';

/**
 * Our own tools as Cursor's hooks name them, as the source of a pattern: `MCP:TOOL`, or `MCP:SERVER:TOOL`. What they give is
 * shortened already. A tool of another server with such a name cannot be told apart, so it counts as ours.
 */
export const OWN_TOOLS: string = `MCP:(?:[^:]*pruner[^:]*:.*|(?:.*:)?(?:${NAMES}))$`;
