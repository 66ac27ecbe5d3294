import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startResponsesModel, toolOutputsOf } from '../../support/scripted-model/openai-responses.ts';
import { scriptedProvider, toToml } from '../codex-settings.ts';
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
  settings(home, model) {
    writeFileSync(path.join(home, 'config.toml'), `${toToml(scriptedProvider(model)).join('\n')}\n`);
    return { CODEX_HOME: home, SCRIPTED_KEY: 'dummy' };
  },
  cut: /…\d+ tokens truncated…/,
  refused: 'MCP tool call requires approval, but approval policy is never',
  toLink: ({ type, uri, name, mimeType, size }) => JSON.stringify({ type, uri, name, mimeType, size }),
  restarts: false,
};
