import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAnthropicModel } from '../../support/scripted-model/anthropic.ts';
import { modUser } from '../claude-mod-user.ts';
import { CLAUDE, QUIET, withMod } from '../claude-user.ts';
import { ROOT } from '../installed.ts';
import { ABOUT_SOURCE } from '../long-source.ts';
import { drawScreen } from './draw-screen.ts';
import { openTerminal } from './terminal.ts';

/** `node test/clients/picture/pane-picture.ts`: opens the pane in a real Claude Code, and draws the screen. Needs tmux. */
const home = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-'));
const user = modUser(withMod({ permissions: { allow: ['Bash(sed:*)'], defaultMode: 'default' } }), home);
const known = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
writeFileSync(
  path.join(home, '.claude.json'),
  JSON.stringify({
    ...{ hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: ['dummy'] } },
    projects: { [user.project]: known },
  }),
);
try {
  await using model = await startAnthropicModel([...user.both, { text: 'addChild places it.' }]);
  const env = { ...QUIET, PATH: process.env['PATH'], HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const server = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' };
  using terminal = openTerminal([CLAUDE], { cwd: user.project, env: { ...env, ...server }, columns: 100, rows: 34 });
  await terminal.shows('/effort');
  terminal.type(ABOUT_SOURCE);
  await terminal.shows(ABOUT_SOURCE.slice(0, 60));
  terminal.press('Enter');
  await terminal.shows('so far');
  await terminal.shows('addChild places it.');
  terminal.type('/pruner');
  await terminal.shows('Shows which results');
  terminal.press('Enter');
  const screen = await terminal.shows('1: Open');
  // Lines about the host's own state, such as the time, are not ours.
  const last = screen.slice(screen.indexOf('❯')).replaceAll(/^.*(?:✻.*\n|\? for shortcuts.*)\n/gm, '');
  const file = `${ROOT}.readme/pane.svg`;
  writeFileSync(file, drawScreen(last, 'The pane of mcp-pruner in Claude Code: results that were shortened, and why'));
  process.stdout.write('.readme/pane.svg\n');
} finally {
  rmSync(home, { recursive: true, force: true });
}
