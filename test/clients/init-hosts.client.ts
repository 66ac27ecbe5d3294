import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ModelRequest } from '../support/scripted-model/loopback.ts';
import { startResponsesModel, toolOutputsOf } from '../support/scripted-model/openai-responses.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CLAUDE, QUIET } from './claude-user.ts';
import { CODEX } from './codex-settings.ts';
import { runProgram } from './host-user.ts';
import { NODE, ROOT } from './installed.ts';
import { ASKED, expectPrunedText } from './question.ts';

const LAUNCHER = [NODE, `${ROOT}dist/index.js`] as const;

/** Creates a user who has used both hosts, without other settings. */
function user() {
  const home = tempDir();
  for (const folder of ['.codex', '.claude', 'bin']) mkdirSync(path.join(home, folder));
  symlinkSync(CLAUDE, path.join(home, 'bin/claude'));
  const env = { PATH: `${home}/bin:${process.env['PATH']}`, HOME: home, SCRIPTED_KEY: 'dummy', ...QUIET };
  return { home, run: (...program: readonly string[]) => runProgram(program, ROOT, env) };
}

test('Claude Code connects to what init has written, and knows of it no more once it is taken out', async () => {
  const { home, run } = user();
  await run(CLAUDE, 'mcp', 'add', '-s', 'user', 'other', '--', 'true');
  const said = await run(...LAUNCHER, 'init', '--claude-code');
  expect(said).toContain('PASS  Claude Code: the server started and answered');
  const listed = await run(CLAUDE, 'mcp', 'list');
  expect(listed).toMatch(/^pruner: .*dist\/index\.js - .*Connected$/m);
  const told = await run(...LAUNCHER, 'doctor');
  expect(told).toMatch(/^PASS +claude-code +Claude Code starts mcp-pruner/m);
  expect(told).toMatch(/^PASS +claude-code-list +Claude Code reaches mcp-pruner, according to `claude mcp list`$/m);

  await run(...LAUNCHER, 'init', '--uninstall');
  const after = await run(CLAUDE, 'mcp', 'list');
  expect(after).toContain('other: true');
  expect(after).not.toContain('pruner');
  expect(readFileSync(path.join(home, '.claude.json'), 'utf8')).not.toContain('pruner');
});

test('Codex starts what init has written beside its settings, and rewrites them without damage', async () => {
  const { home, run } = user();
  await using model = await startResponsesModel([{ tool: 'mcp__pruner__read', input: ASKED }, { text: 'Found it.' }]);
  const file = path.join(home, '.codex/config.toml');
  const settings = `# mine
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${model.url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`;
  writeFileSync(file, settings);
  await run(...LAUNCHER, 'init', '--codex', '--env', 'PRUNER_URL=embedded', '--instructions');
  expect(await run(NODE, CODEX, 'exec', '--skip-git-repo-check', ASKED.context_focus_question)).toContain('Found it.');
  const last = model.requests.at(-1) as ModelRequest;
  const [sent] = toolOutputsOf(last);
  expectPrunedText(sent);
  // The text in the agent's own instructions file reaches the model too.
  expect(JSON.stringify(last.body)).toContain('Of the MCP server `pruner`: read, bash and grep take');

  await run(NODE, CODEX, 'mcp', 'add', 'other', '--', 'true');
  await run(...LAUNCHER, 'init', '--uninstall');
  const listed = await run(NODE, CODEX, 'mcp', 'list');
  console.log(readFileSync(file, 'utf8'));
  expect(listed).toContain('other');
  expect(listed).not.toContain('pruner');
  expect(readFileSync(file, 'utf8')).toContain(settings.trimEnd());
  expect(readFileSync(file, 'utf8')).not.toContain('pruner');
});
