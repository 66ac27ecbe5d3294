#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import packageJson from '../package.json' with { type: 'json' };
import { Stopped } from './cli/command.ts';
import { runCli } from './cli/run-cli.ts';
import { killRunningTrees } from './platform/process/running-trees.ts';
import { obeyProxies } from './platform/web/obey-proxies.ts';

// Leave no command running when this process exits for any reason, even a bug of ours.
process.once('exit', () => killRunningTrees());

obeyProxies(process.env);

const stop = new AbortController();
// A command may wait for many things at once, such as connections to all servers.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop.abort(new Stopped(signal)));

runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  version: packageJson.version,
  now: Date.now,
  stop: stop.signal,
}).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`mcp-pruner: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
