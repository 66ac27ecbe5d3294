import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../runtime/started.ts';
import { benchArtifacts } from './artifacts.ts';
import { benchContext } from './context.ts';
import { benchEngine } from './engine.ts';
import { type Figure, isOver } from './figure.ts';
import { benchGatewayCall, benchGatewayStart } from './gateway.ts';
import { benchGrep, benchRead, benchStart } from './launcher.ts';
import { benchMemory } from './memory.ts';
import { benchRatio } from './ratio.ts';
import { chosenSections, runSections, type Sections } from './run-sections.ts';
import { benchShaping } from './shaping.ts';
import { engineCpu } from './worker/engine-cpu.ts';

function engineFigures(): readonly Figure[] {
  const { twoThousandLines, withSession, tenfold, memory } = benchEngine();
  return [
    { name: 'pruner, 2,000 lines', measured: twoThousandLines, unit: 'ms', bound: 10 },
    { name: 'pruner, 2,000 lines, with a session', measured: withSession, unit: 'ms', bound: 15 },
    { name: 'pruner, 10 MB, of the time for 1 MB', measured: tenfold, unit: 'times', bound: 12 },
    { name: "pruner, memory at 10 MB, of the text's size", measured: memory, unit: 'times', bound: 12 },
  ];
}

async function workerdFigures(): Promise<readonly Figure[]> {
  const { alone, withSession } = await engineCpu();
  const note = 'of processor time';
  return [
    { name: 'pruner on workerd, 2,000 lines', measured: alone, unit: 'ms', bound: 10, note },
    { name: 'pruner on workerd, 2,000 lines, with a session', measured: withSession, unit: 'ms', bound: 15, note },
  ];
}

async function ratioFigures(): Promise<readonly Figure[]> {
  const note = 'of the tokens that the ratio allows, mean';
  return (await benchRatio()).map(({ ratio, mean }) => {
    return {
      name: `pruner, left unused of a ratio of ${ratio * 100} %`,
      measured: 1 - mean,
      unit: 'times',
      bound: 0.03,
      note,
    };
  });
}

function memoryFigures(): readonly Figure[] {
  const { update, held } = benchMemory();
  return [
    { name: 'session, taking a result of 100 KB', measured: update, unit: 'ms', bound: 1 },
    { name: 'session, held after 5,000 such results', measured: held * 1024, unit: 'kB', bound: 8192 },
  ];
}

function shapingFigures(): readonly Figure[] {
  const { records, log, memory, smallMicros } = benchShaping();
  const note = 'of one JSON.stringify';
  return [
    { name: 'shaping, 10 MB of records', measured: records, unit: 'times', bound: 1.5, note },
    { name: 'shaping, 10 MB of a log', measured: log, unit: 'times', bound: 1.5, note },
    {
      name: 'shaping, memory at 10 MB',
      measured: memory,
      unit: 'times',
      bound: 2,
      note: "of the result's size: all beside it, the artifact too; garbage not counted",
    },
    { name: 'shaping, 1,000 results of 1 KB', measured: smallMicros, unit: 'ms', bound: 20 },
  ];
}

function bundleFigure(): Figure {
  const gzipped = gzipSync(readFileSync(`${ROOT}dist/cloudflare.js`)).byteLength;
  return { name: 'Worker bundle, gzipped', measured: gzipped / 1000, unit: 'kB', bound: 1048 };
}

/**
 * `node test/bench/run.ts [--json] [SECTION…]`: every figure with its bound, over what is built, section by section; exits
 * with 1 where one is over.
 */
const SECTIONS: Sections = {
  start: benchStart,
  read: benchRead,
  grep: benchGrep,
  'gateway-call': benchGatewayCall,
  'gateway-start': benchGatewayStart,
  engine: engineFigures,
  'engine-workerd': workerdFigures,
  ratio: ratioFigures,
  memory: memoryFigures,
  shaping: shapingFigures,
  artifacts: benchArtifacts,
  context: benchContext,
  bundle: () => [bundleFigure()],
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const progress = values.json ? process.stderr : process.stdout;
const figures = await runSections(chosenSections(SECTIONS, positionals), (line) => void progress.write(line));
if (values.json) {
  process.stdout.write(`${JSON.stringify(figures.map((figure) => ({ ...figure, over: isOver(figure) })))}\n`);
}
