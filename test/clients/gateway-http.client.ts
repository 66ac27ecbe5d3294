import { expect, onTestFinished, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, ScriptedModel } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { tempDir } from '../support/temp-dir.ts';
import { askAgentSdk } from './agents/agent-sdk.ts';
import { codex } from './agents/codex.ts';
import { CODEX, toExec } from './codex-settings.ts';
import { runProgram } from './host-user.ts';
import { NODE, ROOT } from './installed.ts';
import { ASKED, expectPrunedText } from './question.ts';
import { type StartedGateway, startGateway } from './started-gateway.ts';

function runClaude({ url, key }: StartedGateway, model: ScriptedModel): Promise<string | undefined> {
  const options = {
    ...{ cwd: ROOT, allowedTools: ['mcp__pruner__read'] },
    mcpServers: { pruner: { type: 'http', url, headers: { Authorization: `Bearer ${key}` } } },
  };
  return askAgentSdk({ model, home: tempDir(), prompt: ASKED.context_focus_question, options });
}

function runCodex({ url, key }: StartedGateway, model: ScriptedModel): Promise<string> {
  const home = tempDir();
  const exec = toExec({
    'mcp_servers.pruner.url': url,
    'mcp_servers.pruner.bearer_token_env_var': 'MCP_PRUNER_GATEWAY_KEY',
  });
  const env = { PATH: process.env['PATH'], HOME: home, MCP_PRUNER_GATEWAY_KEY: key, ...codex.settings(home, model) };
  return runProgram([NODE, CODEX, ...exec, ASKED.context_focus_question], ROOT, env);
}

test('Claude Code and Codex work over HTTP with one gateway at once', async () => {
  const gateway = await startGateway();
  onTestFinished(async () => void (await gateway.end()));
  await using claudeModel = await startAnthropicModel([
    { tool: 'mcp__pruner__read', input: ASKED },
    { text: 'Found it.' },
  ]);
  await using codexModel = await startResponsesModel([
    { tool: 'mcp__pruner__read', input: ASKED },
    { text: 'Found it.' },
  ]);
  const answers = await Promise.all([runClaude(gateway, claudeModel), runCodex(gateway, codexModel)]);
  for (const answer of answers) expect(answer).toContain('Found it.');
  const events = gateway.events();
  // Claude Code uses 2026-07-28, and Codex begins a session.
  for (const era of ['stateless', 'session']) expect(events).toContain(`"http.client_started","data":{"era":"${era}"}`);
  expectPrunedText(toolResultsOf(claudeModel.requests.at(-1) as ModelRequest)[0]);
  expectPrunedText(toolOutputsOf(codexModel.requests.at(-1) as ModelRequest)[0]);
});
