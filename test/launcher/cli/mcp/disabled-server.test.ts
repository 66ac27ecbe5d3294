import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { appendLog, logFile } from '../../../../launcher/gateway/logs/log-file.ts';
import { answering, startGateway } from '../../../support/gateway.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { runInProcess } from '../run-in-process.ts';

const mcp = (home: string, ...args: string[]) =>
  runInProcess(['mcp', ...args], { cwd: home, env: { MCP_PRUNER_HOME: home, MCP_PRUNER_CONFIG: undefined } });

test('every command that meets a disabled server says so, where, and how to enable it', async () => {
  const { home, call } = await startGateway({ s: { ...answering(), enabled: false }, t: answering() });
  await call('mcp_t_answer');
  const file = path.join(home, 'mcp-config.json');
  const note = `mcp-pruner: "s" is disabled in "${file}"; to enable it: mcp-pruner mcp enable s\n`;
  expect(await mcp(home, 'test', 's')).toMatchObject({ code: 0, stderr: note });
  expect((await mcp(home, 'auth', 's')).stderr).toContain(note);
  expect(await mcp(home, 'logs', 's')).toEqual({
    ...{ code: 0, stdout: '' },
    stderr: `${note}There is no log of "s": no agent has used it yet\n`,
  });
  appendLog(logFile(home, 's'), 'one\n');
  expect(await mcp(home, 'logs', 's')).toEqual({ code: 0, stdout: 'one\n', stderr: note });
  expect(await mcp(home, 'test', 't')).toMatchObject({ code: 0, stderr: '' });
  const row = await until(async () =>
    (await mcp(home, 'status')).stdout.split('\n').find((line) => /^ +s +disabled/.test(line)),
  );
  expect(row).toContain('disabled in its configuration; to enable it: mcp-pruner mcp enable s');
  expect(await mcp(home, 'restart', 's')).toMatchObject({
    ...{ code: 0, stderr: note },
    stdout: expect.stringContaining(': disabled\n'),
  });
  expect(JSON.stringify(await call('mcp_s_answer'))).toMatch(
    /server \\"s\\" is disabled in the configuration\].*mcp-pruner mcp enable s"/,
  );
});

test('a server that is disabled in a project is enabled in its file, and no agent will start it', async () => {
  const home = tempDir();
  const file = path.join(home, '.mcp.json');
  writeFileSync(file, '{ "mcpServers": { "s": { "command": "x", "enabled": false } } }');
  const { stderr } = await mcp(home, 'restart', 's', '--project', home);
  expect(stderr).toContain(`"s" is disabled in "${file}"; to enable it: mcp-pruner mcp enable s --config ${file}\n`);
  expect(stderr).toMatch(/No agent runs "s" now\n$/);
  expect(await mcp(home, 'enable', 's', '--config', file)).toMatchObject({ code: 0 });
  expect((await mcp(home, 'restart', 's', '--project', home)).stderr).not.toContain('disabled');
});
