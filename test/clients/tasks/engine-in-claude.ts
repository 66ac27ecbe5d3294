import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { QUESTION, sourceText } from '../../bench/engine-input.ts';
import { plainUser } from '../claude-mod-user.ts';
import { ROOT } from '../installed.ts';

const LINES = 2000;
const RUNS = 300;
/** Runs before those that count, until the code is compiled. */
const WARM_UP = 40;

/** A plugin that prunes one text again and again when a session starts, and writes the milliseconds of each run. */
const probe = (out: string): string => `
import { createEmbeddedPruner } from '${ROOT}src/engine/embedded.ts';
const given = ${JSON.stringify({ text: sourceText(LINES), question: QUESTION })};
export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e);
    const pruner = createEmbeddedPruner();
    const times = [];
    for (let run = 0; run < ${WARM_UP + RUNS}; run++) {
      const began = performance.now();
      await pruner.prune(given);
      times.push(performance.now() - began);
    }
    await $.fs.write(${JSON.stringify(out)}, JSON.stringify(times));
    return started;
  });
}`;

async function measure(home: string): Promise<string> {
  const out = path.join(home, 'times.json');
  const plugin = path.join(home, 'plugin');
  for (const folder of ['.claude-plugin', 'hooks']) mkdirSync(path.join(plugin, folder), { recursive: true });
  writeFileSync(path.join(plugin, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'probe', version: '1.0.0' }));
  writeFileSync(path.join(plugin, 'hooks/hooks.json'), JSON.stringify({ modules: ['./probe.mjs'] }));
  await build({
    stdin: { contents: probe(out), resolveDir: ROOT, loader: 'js' },
    ...{ bundle: true, format: 'esm', platform: 'neutral', minifyWhitespace: true, charset: 'ascii' },
    outfile: path.join(plugin, 'hooks/probe.mjs'),
  });
  await plainUser(home).talk('Hello', [{ text: 'Hello.' }], '--plugin-dir', plugin);
  const all: readonly number[] = JSON.parse(readFileSync(out, 'utf8'));
  const times = all.slice(WARM_UP).toSorted((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  return `${LINES} lines inside Claude Code: first ${all[0]?.toFixed(1)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${RUNS} runs)`;
}

/** `node test/clients/tasks/engine-in-claude.ts`: measures the engine where the plugin runs, and prints its times. */
if (import.meta.main) {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-engine-')));
  try {
    process.stdout.write(`${await measure(home)}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
