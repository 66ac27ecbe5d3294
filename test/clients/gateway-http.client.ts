import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, ScriptedModel } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claude } from './agents/claude.ts';
import { codex } from './agents/codex.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { ASKED, expectPrunedText } from './question.ts';
import { type StartedGateway, startGateway } from './started-gateway.ts';

/** What is used here of `@anthropic-ai/claude-agent-sdk`, which is not there when types are checked. */
interface AgentSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<{ readonly type: string; readonly result?: string }>;
}

async function runClaude({ url, key }: StartedGateway, model: ScriptedModel): Promise<string | undefined> {
  const home = tempDir();
  const sdk = pathToFileURL(installed('@anthropic-ai/claude-agent-sdk/sdk.mjs')).href;
  const { query } = (await import(sdk)) as AgentSdk;
  const headers = { Authorization: `Bearer ${key}` };
  const messages = query({
    prompt: ASKED.context_focus_question,
    options: {
      ...{ cwd: ROOT, settingSources: [], allowedTools: ['mcp__pruner__read'] },
      mcpServers: { pruner: { type: 'http', url, headers } },
      env: { PATH: process.env['PATH'], HOME: home, ...claude.settings(home, model) },
    },
  });
  let answer: string | undefined;
  for await (const message of messages) if (message.type === 'result') answer = message.result;
  return answer;
}

async function runCodex({ url, key }: StartedGateway, model: ScriptedModel): Promise<string> {
  const home = tempDir();
  const settings = { url, bearer_token_env_var: 'MCP_PRUNER_GATEWAY_KEY' };
  const given = Object.entries(settings).flatMap(([name, value]) => [
    '--config',
    `mcp_servers.pruner.${name}=${JSON.stringify(value)}`,
  ]);
  const args = [installed('@openai/codex/bin/codex.js'), 'exec', '--skip-git-repo-check', ...given];
  const env = { PATH: process.env['PATH'], HOME: home, MCP_PRUNER_GATEWAY_KEY: key, ...codex.settings(home, model) };
  const child = spawn(NODE, [...args, ASKED.context_focus_question], {
    ...{ cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const [answer] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), child.stderr?.resume()]);
  return answer;
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
  // Claude Code speaks 2026-07-28, Codex begins a session.
  for (const era of ['stateless', 'session']) expect(events).toContain(`"http.client_started","data":{"era":"${era}"}`);
  expectPrunedText(toolResultsOf(claudeModel.requests.at(-1) as ModelRequest)[0]);
  expectPrunedText(toolOutputsOf(codexModel.requests.at(-1) as ModelRequest)[0]);
});
