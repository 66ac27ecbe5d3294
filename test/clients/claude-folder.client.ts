import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { CallTurn, ModelRequest, Said } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';

const ALLOWED = ['Bash', 'EnterWorktree', 'ExitWorktree', 'Agent', 'mcp__pruner__bash'];

const READ: CallTurn = { tool: 'mcp__pruner__read', input: { file_path: 'a.txt' } };
const PWD: CallTurn = { tool: 'mcp__pruner__bash', input: { command: 'pwd' } };
const WHERE: CallTurn = { tool: 'mcp__pruner__grep', input: { pattern: 'here', path: '.' } };

/** Creates a user with a repository, in which each folder has a file that names the folder. */
async function user(...flags: readonly string[]) {
  const one = claudeUser(realpathSync(tempDir()), JSON.stringify({ permissions: { allow: ALLOWED } }));
  const { project } = one;
  mkdirSync(path.join(project, 'sub'));
  writeFileSync(path.join(project, 'a.txt'), 'here: committed\n');
  writeFileSync(path.join(project, 'sub/a.txt'), 'here: sub\n');
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    ['commit', '--quiet', '-m', 'Begin'],
  ]) {
    execFileSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
  }
  writeFileSync(path.join(project, 'a.txt'), 'here: changed\n');
  await one.pruner('init', '--claude-code', '--allow', '--env', 'MCP_PRUNER_TOOLS=all', ...flags);
  return { ...one, side: path.join(project, '.claude/worktrees/side') };
}

describe('with our hooks', () => {
  test('read, bash and grep follow a cd, EnterWorktree and ExitWorktree at once', async () => {
    const { project, side, ask } = await user();
    const [before, , cd, found, , inside, pwd, , after] = await ask('Where are we?', [
      READ,
      { tool: 'Bash', input: { command: 'cd sub' } },
      READ,
      WHERE,
      { tool: 'EnterWorktree', input: { name: 'side' } },
      READ,
      PWD,
      { tool: 'ExitWorktree', input: { action: 'keep' } },
      READ,
    ]);
    expect(before).toBe('here: changed\n');
    expect(cd).toContain('here: sub');
    expect(cd).toContain(`[in ${project}/sub]`);
    expect(found).toContain('here: sub');
    expect(found).not.toContain('changed');
    expect(inside).toContain('here: committed');
    expect(inside).toContain(`[in ${side}]`);
    expect(pwd).toContain(`${side}\n`);
    expect(after).toBe(cd);
  });

  test('a subagent in a worktree of its own works there', async () => {
    const { ask } = await user();
    const input = { description: 'Look', prompt: 'Look.', subagent_type: 'general-purpose', isolation: 'worktree' };
    let begun = 0;
    let seen: readonly string[] = [];
    // The session and its subagent ask the same model, the session first.
    const first = (): Said => (begun++ === 0 ? { tool: 'Agent', input: { ...input, run_in_background: false } } : READ);
    const second = (given: readonly string[]): Said => {
      if (!given[0]?.startsWith('here')) return READ;
      seen = given;
      return { text: 'Looked.' };
    };
    const results = await ask('Have it looked at.', [first, second]);
    expect(seen[0]).toMatch(/^here: committed\n\n\[in .*\/\.claude\/worktrees\/agent-\w+\]$/);
    expect(results[1]).toBe('here: changed\n');
  });
});

test('without hooks, the roots that Claude Code tells follow EnterWorktree', async () => {
  const { side, ask } = await user('--no-hooks');
  const [before, , inside] = await ask('Where are we?', [
    READ,
    { tool: 'EnterWorktree', input: { name: 'side' } },
    READ,
  ]);
  expect(before).toBe('here: changed\n');
  expect(inside).toContain('here: committed');
  expect(inside).toContain(`[in ${side}]`);
});

test('where an organization leaves hooks to plugins, the tools stay in the folder of the roots', async () => {
  const { talk } = await user();
  const settings = JSON.stringify({ strictPluginOnlyCustomization: ['hooks'] });
  const turns = [{ tool: 'Bash', input: { command: 'cd sub' } }, READ];
  const requests = await talk('Where are we?', turns, '--managed-settings', settings);
  expect(toolResultsOf(requests.at(-1) as ModelRequest)[1]).toBe('here: changed\n');
});

test('Claude Code leaves a folder that is gone by itself, and we with it', async () => {
  const { ask } = await user();
  const [, read] = await ask('Where are we?', [
    { tool: 'Bash', input: { command: 'mkdir old && cd old && rmdir ../old' } },
    READ,
  ]);
  expect(read).toBe('here: changed\n');
});
