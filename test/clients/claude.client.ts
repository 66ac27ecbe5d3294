import path from 'node:path';
import { expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, ScriptedModel } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { askAgentSdk } from './agents/agent-sdk.ts';
import { ASKED_BEHIND, awaitLists, configureFiles, FILES_TOOL } from './files-behind.ts';
import { NODE, ROOT } from './installed.ts';
import { ASKED, askedBack, expectAskedBack, expectPrunedText } from './question.ts';
import { clientIn, recordedServer } from './recorder.ts';

interface Session {
  readonly model: ScriptedModel;
  /** Home of mcp-pruner (MCP_PRUNER_HOME) and of the client. */
  readonly home: string;
  readonly tools: readonly string[];
  /** File that records what the client writes to the server. */
  readonly record: string;
}

/** Runs one session to the model's last words. */
async function runClaude({ model, home, tools, record }: Session): Promise<void> {
  const server = { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: home };
  const options = {
    ...{ cwd: ROOT, allowedTools: tools.map((tool) => `mcp__pruner__${tool}`) },
    mcpServers: { pruner: { command: NODE, args: recordedServer(record), env: server } },
  };
  expect(await askAgentSdk({ model, home, prompt: ASKED.context_focus_question, options })).toBe('Found it.');
}

test('Claude Code sends its model the pruned text of a read, and what it asks back', async () => {
  const home = tempDir();
  const record = path.join(home, 'record.jsonl');
  await using model = await startAnthropicModel([
    { tool: 'mcp__pruner__read', input: ASKED },
    { tool: 'mcp__pruner__artifact', input: await askedBack() },
    { text: 'Found it.' },
  ]);
  await runClaude({ model, home, record, tools: ['read', 'artifact'] });

  const [sent, back] = toolResultsOf(model.requests.at(-1) as ModelRequest);
  console.log(`${JSON.stringify(clientIn(record))} sent its model:\n${sent}`);
  expect(clientIn(record)).toMatchObject({ name: 'claude-code', protocol: '2026-07-28' });
  expectPrunedText(sent);
  expectAskedBack(back);
});

test('Claude Code offers its model the tools of a server as it connects, and sends it their pruned text', async () => {
  const home = tempDir();
  configureFiles(home);
  const record = path.join(home, 'record.jsonl');
  await using model = await startAnthropicModel([
    { tool: 'mcp__pruner__bash', input: { command: awaitLists(home) } },
    // Gives the client another turn in which to list the tools again.
    { tool: 'mcp__pruner__grep', input: { pattern: 'nothing', path: 'LICENSE' } },
    { tool: `mcp__pruner__${FILES_TOOL}`, input: ASKED_BEHIND },
    { tool: 'mcp__pruner__artifact', input: await askedBack(FILES_TOOL) },
    { text: 'Found it.' },
  ]);
  await runClaude({ model, home, record, tools: ['bash', 'grep', FILES_TOOL, 'artifact'] });

  const last = model.requests.at(-1) as ModelRequest;
  const [, , sent, back] = toolResultsOf(last);
  console.log(`Behind the gateway:\n${sent}`);
  // The tool's definition is deferred, so the model sees its name before it calls the tool.
  const before = model.requests.find(({ body }) => toolResultsOf({ body } as ModelRequest).length === 2);
  expect(JSON.stringify(before?.body)).toContain(`mcp__pruner__${FILES_TOOL}`);
  expectPrunedText(sent, FILES_TOOL);
  expectAskedBack(back);
});
