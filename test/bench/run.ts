import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { built } from '../runtime/built.ts';
import { benchArtifacts } from './artifacts.ts';
import { runBench } from './bench-command.ts';
import { benchContext } from './context.ts';
import { benchEngine } from './engine.ts';
import type { Figure } from './figure.ts';
import { benchGatewayCall, benchGatewayStart } from './gateway.ts';
import { benchGatewayAgents } from './gateway-agents.ts';
import { benchGatewayLarge } from './gateway-large.ts';
import { benchHook } from './hook.ts';
import { benchBash, benchGrep, benchRead, benchStart } from './launcher.ts';
import { benchMemory } from './memory.ts';
import { benchRatio } from './ratio.ts';
import type { Sections } from './run-sections.ts';
import { benchShaping } from './shaping.ts';
import { benchEngineOnWorkerd } from './worker/engine-cpu.ts';

function* benchBundle(): Generator<Figure> {
  yield {
    name: 'Worker bundle, gzipped',
    measured: gzipSync(readFileSync(built('cloudflare'))).byteLength / 1000,
    unit: 'kB',
    goal: 1200,
    loosened: { from: 1048, because: 'signing in by a provider; Cloudflare now takes 3 MB on its free plan' },
  };
}

/**
 * `node test/bench/run.ts [SECTION…]`: measures the launcher, the engine and everything built on it. Builds what it
 * needs.
 */
const SECTIONS: Sections = {
  bundle: { about: 'size of what Cloudflare runs', measure: benchBundle },
  start: { about: 'start of the launcher until it answers', measure: benchStart },
  read: { about: 'read of 1 MB', measure: benchRead },
  grep: { about: 'grep over the dependencies', measure: benchGrep },
  bash: { about: 'commands, one by one and many at once', measure: benchBash },
  'gateway-call': { about: 'calls of a server behind the gateway', measure: benchGatewayCall },
  'gateway-large': { about: 'results of 20 and 50 MB behind the gateway', measure: benchGatewayLarge },
  'gateway-agents': { about: '200 agents over HTTP', measure: benchGatewayAgents },
  'gateway-start': { about: 'start with 20 servers behind the gateway', measure: benchGatewayStart },
  hook: { about: 'how long an agent waits for its hook', measure: benchHook },
  engine: { about: 'the embedded engine on Node', measure: benchEngine },
  'engine-workerd': { about: 'the embedded engine on workerd', measure: benchEngineOnWorkerd },
  ratio: { about: 'how much of a target ratio the engine uses', measure: benchRatio },
  memory: { about: 'what a session remembers', measure: benchMemory },
  shaping: { about: 'shaping of results', measure: benchShaping },
  artifacts: { about: 'artifacts in files and in SQLite', measure: benchArtifacts },
  context: { about: 'context tools over 10,000 and 100,000 segments', measure: benchContext },
};

process.exitCode = await runBench({ name: 'pnpm bench', sections: () => SECTIONS }, process.argv.slice(2));
