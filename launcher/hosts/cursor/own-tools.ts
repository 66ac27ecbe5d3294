/** Names of our tools, including those of servers behind the gateway. */
const NAMES = 'read|bash|grep|artifact|find_tool|call_tool|context_\\w+|mcp_[\\w-]+';

/**
 * Pattern source for our own tools in Cursor's hooks: `MCP:TOOL` or `MCP:SERVER:TOOL`. Their results are already
 * shortened. A tool of another server with such a name cannot be distinguished, so it counts as ours.
 */
export const OWN_TOOLS: string = `MCP:(?:[^:]*pruner[^:]*:.*|(?:.*:)?(?:${NAMES}))$`;
