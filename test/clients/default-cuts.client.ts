import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { ALLOWING, givenBy, MOD_NOTICE, modUser } from './claude-mod-user.ts';
import { withMod } from './claude-user.ts';
import { codexUser } from './codex-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, withSource } from './long-source.ts';

/** Lines of which none says anything about the session. */
const LISTED = Array.from({ length: 150 }, (_, at) => `parcel ${at} left for harbour ${(at * 7) % 31}\n`).join('');
const SAID = 'I look at the parcels.';
const TIMEOUT = 120_000;

/** What a host's model is given of an output that comes twice: first all of it, then where it was. */
function expectReferred([first = '', again = '']: readonly string[]): void {
  expect(first).toContain(LISTED.trimEnd());
  expect(again).toMatch(
    /\(lines 1-150 as in the output of `sh list\.sh` above\)\n\[mcp-pruner left out only what was shown before or a terminal overwrites\./,
  );
  expect(again).not.toContain('parcel 80 ');
}

test(
  'by default Claude Code’s model is given files whole, and what it has already as a reference',
  async () => {
    const user = modUser(withMod(ALLOWING, 'on', 'default'));
    writeFileSync(path.join(user.project, 'list.sh'), `printf '${LISTED.replaceAll('\n', '\\n')}'\n`);
    const list = { said: SAID, tool: 'Bash', input: { command: 'sh list.sh' } };
    const read = { said: 'I look at how addMember places the comma.', tool: 'Read', input: { file_path: user.file } };
    const [file = '', ...lists] = await givenBy(user, [read, list, list]);
    expect(file.length).toBeGreaterThan(LONG_SOURCE.length);
    expect(file).not.toMatch(MOD_NOTICE);
    expectReferred(lists);
  },
  TIMEOUT,
);

test(
  'by default Codex’s model is given what it has already as a reference',
  async () => {
    const { project, pruner, trustHooks, ask } = withSource(codexUser(tempDir(), 'gpt-5.5'), LONG_SOURCE);
    writeFileSync(path.join(project, 'list.sh'), `printf '${LISTED.replaceAll('\n', '\\n')}'\n`);
    await pruner('init', '--codex', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
    await trustHooks();
    const list = { said: SAID, tool: 'exec_command', input: { cmd: 'sh list.sh', yield_time_ms: 20_000 } };
    expectReferred(await ask(ABOUT_SOURCE, [list, list]));
  },
  TIMEOUT,
);
