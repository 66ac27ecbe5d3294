import path from 'node:path';
import { expect, test } from 'vitest';
import type { ModelRequest, ScriptedModel } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { tempDir } from '../support/temp-dir.ts';
import { codex } from './agents/codex.ts';
import { CODEX, toExec } from './codex-settings.ts';
import { ASKED_BEHIND, configureFiles, FILES_TOOL, rememberFiles } from './files-behind.ts';
import { runProgram } from './host-user.ts';
import { NODE, ROOT } from './installed.ts';
import { ASKED, askedBack, expectAskedBack, expectPrunedText } from './question.ts';
import { clientIn, recordedServer } from './recorder.ts';

interface Session {
  readonly model: ScriptedModel;
  /** Home of mcp-pruner (MCP_PRUNER_HOME) and of the client. */
  readonly home: string;
  /** File that records what the client writes to the server. */
  readonly record: string;
}

/** Runs one session to the model's last words. */
async function runCodex({ model, home, record }: Session): Promise<void> {
  const exec = toExec({
    'mcp_servers.pruner.command': NODE,
    'mcp_servers.pruner.args': recordedServer(record),
    'mcp_servers.pruner.env.PRUNER_URL': 'embedded',
    'mcp_servers.pruner.env.MCP_PRUNER_HOME': home,
  });
  const env = { PATH: process.env['PATH'], HOME: home, ...codex.settings(home, model) };
  const answer = await runProgram([NODE, CODEX, ...exec, ASKED.context_focus_question], ROOT, env);
  expect(answer).toContain('Found it.');
}

test('Codex sends its model the pruned text of a read, and what it asks back', async () => {
  const home = tempDir();
  const record = path.join(home, 'record.jsonl');
  await using model = await startResponsesModel([
    { tool: 'mcp__pruner__read', input: ASKED },
    { tool: 'mcp__pruner__artifact', input: await askedBack() },
    { text: 'Found it.' },
  ]);
  await runCodex({ model, home, record });

  const [sent, back] = toolOutputsOf(model.requests.at(-1) as ModelRequest);
  console.log(`${JSON.stringify(clientIn(record))} sent its model:\n${sent}`);
  expect(clientIn(record)).toMatchObject({ name: 'codex-mcp-client', protocol: '2025-06-18' });
  expectPrunedText(sent);
  expectAskedBack(back);
});

test('Codex sends its model the pruned text of a tool behind the gateway, and what it asks back', async () => {
  const home = tempDir();
  configureFiles(home);
  // Codex lists tools once per session, even if it is notified that they have changed.
  await rememberFiles(home);
  const record = path.join(home, 'record.jsonl');
  await using model = await startResponsesModel([
    { tool: `mcp__pruner__${FILES_TOOL}`, input: ASKED_BEHIND },
    { tool: 'mcp__pruner__artifact', input: await askedBack(FILES_TOOL) },
    { text: 'Found it.' },
  ]);
  await runCodex({ model, home, record });

  const [sent, back] = toolOutputsOf(model.requests.at(-1) as ModelRequest);
  console.log(`Behind the gateway:\n${sent}`);
  expectPrunedText(sent, FILES_TOOL);
  expectAskedBack(back);
});
