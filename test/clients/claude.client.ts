import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { ASKED, askedBack, expectAskedBack, expectPrunedText } from './question.ts';
import { clientIn, recordedServer } from './recorder.ts';

/** What is used here of `@anthropic-ai/claude-agent-sdk`, which is not there when types are checked. */
interface AgentSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<{ readonly type: string; readonly result?: string }>;
}

test('Claude Code sends its model the pruned text of a read, and what it asks back', async () => {
  const home = tempDir();
  const record = path.join(home, 'record.jsonl');
  await using model = await startAnthropicModel([
    { tool: 'mcp__pruner__read', input: ASKED },
    { tool: 'mcp__pruner__artifact', input: await askedBack() },
    { text: 'Found it.' },
  ]);
  const sdk = pathToFileURL(installed('@anthropic-ai/claude-agent-sdk/sdk.mjs')).href;
  const { query } = (await import(sdk)) as AgentSdk;
  const complaints: string[] = [];
  let answer: string | undefined;
  const messages = query({
    prompt: ASKED.context_focus_question,
    options: {
      cwd: ROOT,
      settingSources: [],
      allowedTools: ['mcp__pruner__read', 'mcp__pruner__artifact'],
      mcpServers: {
        pruner: { command: NODE, args: recordedServer(record), env: { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: home } },
      },
      stderr: (text: string) => complaints.push(text),
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'dummy',
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false',
        MCP_CONNECTION_NONBLOCKING: '0',
      },
    },
  });
  for await (const message of messages) if (message.type === 'result') answer = message.result;
  expect(answer, complaints.join('')).toBe('Found it.');

  const [sent, back] = toolResultsOf(model.requests.at(-1) as ModelRequest);
  console.log(`${JSON.stringify(clientIn(record))} sent its model:\n${sent}`);
  expect(clientIn(record)?.name).toBe('claude-code');
  expectPrunedText(sent);
  expectAskedBack(back);
});
