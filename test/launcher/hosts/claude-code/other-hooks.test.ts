import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHooks } from '../../../../launcher/hosts/claude-code/hook-calls.ts';
import { claudeHooks } from '../../../../launcher/hosts/claude-code/host.ts';
import { otherHooks } from '../../../../launcher/hosts/claude-code/other-hooks.ts';
import { otherHooks as codexHooks } from '../../../../launcher/hosts/codex/other-hooks.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const MASK = { type: 'command', command: './mask.sh' };

/** A home and a project with these files, as objects. */
function places(files: Readonly<Record<string, object>>) {
  const home = tempDir();
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), JSON.stringify(content));
  }
  return { env: {}, cwd: path.join(home, 'project'), home, platform: 'linux' } as const;
}

const hook = (matcher?: string, more: object = {}): object => ({
  hooks: { PostToolUse: [{ ...(matcher !== undefined && { matcher }), hooks: [{ ...MASK, ...more }] }] },
});

const covered = async (given: ReturnType<typeof places>): Promise<readonly string[]> => {
  const others = await otherHooks(given);
  return ['Read', 'Bash', 'Grep', 'mcp__files__read'].filter((tool) => others.some(({ covers }) => covers(tool)));
};

const RESULT = {
  ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 't1', tool_input: {} },
  ...{ transcript_path: '/x.jsonl', tool_response: { stdout: 'a', stderr: '', interrupted: false, isImage: false } },
};

test.each([
  ['the user', '.claude/settings.json', 'Read', ['Read']],
  ['the project', 'project/.claude/settings.json', 'Read|Bash', ['Read', 'Bash']],
  ['the project’s own user', 'project/.claude/settings.local.json', 'mcp__.*', ['mcp__files__read']],
  ['anybody, for all tools', '.claude/settings.json', '*', ['Read', 'Bash', 'Grep', 'mcp__files__read']],
  ['anybody without a matcher', '.claude/settings.json', undefined, ['Read', 'Bash', 'Grep', 'mcp__files__read']],
  ['anybody, for editing', '.claude/settings.json', 'Edit|Write', []],
  ['anybody, with a pattern that is none', '.claude/settings.json', 'Read(', []],
  ['anybody, with commas', '.claude/settings.json', 'Read, Bash,Edit', ['Read', 'Bash']],
  ['anybody, for a name that tools begin with', '.claude/settings.json', 'mcp__files', []],
])('a hook of %s covers its tools', async (_, file, matcher, tools) => {
  expect(await covered(places({ [file]: hook(matcher) }))).toEqual(tools);
});

test('a hook of an enabled plugin covers its tools, in its own file and in its manifest', async () => {
  const given = (enabled: boolean) => {
    const all = places({
      '.claude/settings.json': { enabledPlugins: { 'mask@shop': enabled } },
      'plugins/mask/hooks/hooks.json': hook('Read'),
      'plugins/mask/.claude-plugin/plugin.json': { name: 'mask', ...hook('Grep') },
    });
    const installed = path.join(all.home, '.claude/plugins');
    mkdirSync(installed);
    const plugins = { 'mask@shop': [{ scope: 'user', installPath: path.join(all.home, 'plugins/mask') }] };
    writeFileSync(path.join(installed, 'installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
    return all;
  };
  expect(await covered(given(true))).toEqual(['Read', 'Grep']);
  expect(await covered(given(false))).toEqual([]);
});

test('neither our own hooks nor those that the host does not wait for count', async () => {
  expect(await covered(places({ '.claude/settings.json': { hooks: claudeHooks('pruner') } }))).toEqual([]);
  expect(await covered(places({ '.claude/settings.json': hook('Read', { async: true }) }))).toEqual([]);
});

test('a result that another hook may replace is left to it', async () => {
  const { toCall } = createHooks(() => places({ '.claude/settings.json': hook('Read') }));
  expect(await toCall({ ...RESULT, tool_name: 'Read' })).toMatchObject({ id: 't1', hasOtherHook: true });
  expect(await toCall(RESULT)).toMatchObject({ id: 't1', hasOtherHook: false });
});

test.each([
  ['mcp__tools', true],
  ['mcp__tools__*', true],
  ['mcp__tools__artifact', true],
  ['mcp__tools__art*', true],
  [' mcp__tools__artifact(*) ', true],
  ['mcp__*', true],
  ['mcp__*__artifact', true],
  ['mcp__plugin_mcp-pruner_mcp-pruner__artifact', true],
  ['mcp__tools__read', false],
  ['mcp__tool', false],
  ['mcp__pruner-docs', false],
  ['Bash(rm *)', false],
])('a permission %j that denies artifact: %s', async (rule, isArtifactDenied) => {
  const settings = { permissions: { deny: [rule] }, hooks: claudeHooks('tools') };
  const { toCall } = createHooks(() => places({ '.claude/settings.json': settings }));
  expect(await toCall(RESULT)).toMatchObject({ isArtifactDenied });
});

test('in Codex, a hook for a part of a name covers all tools with it', async () => {
  const places = (matcher: string) => {
    const home = tempDir();
    writeFileSync(path.join(home, 'hooks.json'), JSON.stringify(hook(matcher)));
    return { env: { CODEX_HOME: home }, cwd: home, home, platform: 'linux' } as const;
  };
  const coveredBy = async (matcher: string): Promise<readonly string[]> => {
    const others = await codexHooks(places(matcher));
    return ['Bash', 'mcp__my-server__a'].filter((tool) => others.some(({ covers }) => covers(tool)));
  };
  expect(await coveredBy('mcp__my-server')).toEqual(['mcp__my-server__a']);
  expect(await coveredBy('Ba')).toEqual([]);
  expect(await coveredBy('Bash|Edit')).toEqual(['Bash']);
});
