import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startResponsesModel, toolOutputsOf } from '../../support/scripted-model/openai-responses.ts';
import type { Agent } from './agent.ts';

/** The real Codex CLI. */
export const codex: Agent = {
  provider: 'codex',
  startModel: startResponsesModel,
  toTurn: ({ tool, input }) => ({ tool: `mcp__pruner__${tool}`, input }),
  resultsOf: (request) =>
    toolOutputsOf(request).map((output) =>
      output.replace(/^Script (?:completed|failed)\nWall time [\d.]+ seconds\nOutput:\n\n/, ''),
    ),
  settings(home, { url }) {
    const settings = `model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`;
    writeFileSync(path.join(home, 'config.toml'), settings);
    return { CODEX_HOME: home, SCRIPTED_KEY: 'dummy' };
  },
  cut: /…\d+ tokens truncated…/,
  refused: 'MCP tool call requires approval, but approval policy is never',
  toLink: ({ type, uri, name, mimeType, size }) => JSON.stringify({ type, uri, name, mimeType, size }),
  restarts: false,
};
