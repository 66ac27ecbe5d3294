import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { codexUser } from './codex-user.ts';
import { ABOUT_SOURCE, MENDED_LINE, SHORTER_SOURCE } from './long-source.ts';
import { untilTold } from './until-told.ts';

/** In whose project that file stands. */
function user() {
  const one = codexUser(tempDir());
  const file = path.join(one.project, 'config.ts');
  writeFileSync(file, SHORTER_SOURCE);
  return { ...one, file };
}

const PATCH = `apply_patch <<'EOF'
*** Begin Patch
*** Update File: config.ts
@@
-${MENDED_LINE}*** End Patch
EOF`;

function shell(cmd: string, said?: string) {
  return { ...(said !== undefined && { said }), tool: 'exec_command', input: { cmd, yield_time_ms: 20_000 } };
}

test('what Codex’s own commands print reaches its model shortened, with the exit code, and a patch after it works', async () => {
  const { codexHome, file, pruner, trustHooks, ask } = user();
  const config = path.join(codexHome, 'config.toml');
  const before = readFileSync(config, 'utf8');
  const said = await pruner('init', '--codex', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  expect(said).toContain('/hooks');
  await trustHooks();
  const [read = '', failed = '', patched = ''] = await ask(ABOUT_SOURCE, [
    shell('cat config.ts', 'I look at how a member is added.'),
    shell('cat config.ts; exit 3', 'Once more: how a member is added.'),
    shell(PATCH),
  ]);
  expect(read).toMatch(/^Process exited with code 0\nOutput:\n/);
  expect(read).toContain('export function addMember');
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. All of it: tool artifact, ref="ax:/,
  );
  expect(failed).toMatch(/Process exited with code 3\n/);
  expect(patched).toContain('Success');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);

  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  const [back = ''] = await ask('Show me how a member is removed.', [
    { namespace: 'mcp__pruner', tool: 'artifact', input: { ref, pattern: 'function removeMember' } },
  ]);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  Bash ');

  await pruner('init', '--uninstall');
  expect(readFileSync(config, 'utf8')).toBe(before);
  expect(existsSync(path.join(codexHome, 'hooks.json'))).toBe(false);
});

test('a hook that Codex was not told to trust changes nothing, and doctor says so', async () => {
  const { pruner, ask } = user();
  await pruner('init', '--codex', '--on');
  const [read = ''] = await ask(ABOUT_SOURCE, [shell('cat config.ts')]);
  expect(read).toContain(SHORTER_SOURCE);
  expect(await pruner('doctor')).toMatch(/WARN +codex-hooks +.*not.*trust/i);
});
