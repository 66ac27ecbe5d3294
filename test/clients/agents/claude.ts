import { startAnthropicModel, toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import type { Agent } from './agent.ts';

/** The real Claude Agent SDK. */
export const claude: Agent = {
  provider: 'claude',
  startModel: startAnthropicModel,
  toTurn: ({ tool, input }) => ({ tool: `mcp__pruner__${tool}`, input }),
  resultsOf: toolResultsOf,
  settings: (_, { url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    MCP_CONNECTION_NONBLOCKING: '0',
  }),
  cut: /^Error: result \([\d,]+ characters across [\d,]+ lines\) exceeds maximum allowed tokens\. Output has been saved to /,
  refused: "Claude requested permissions to use mcp__pruner__bash, but you haven't granted it yet.",
  toLink: ({ name, uri }) => `[Resource link: ${name}] ${uri}`,
  restarts: true,
};
