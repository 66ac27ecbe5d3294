import { LISTED_NAMES } from '../../tools/catalog.ts';

/**
 * Pattern source for our own tools in Cursor's hooks: `MCP:TOOL` or `MCP:SERVER:TOOL`. Their results are already
 * shortened. A tool of another server with such a name cannot be distinguished, so it counts as ours.
 */
export const OWN_TOOLS: string = `MCP:(?:[^:]*pruner[^:]*:.*|(?:.*:)?(?:${LISTED_NAMES}))$`;
