import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DOORS } from './doors/doors.ts';
import { playDoor } from './play-door.ts';
import type { Door } from './scene.ts';
import { openStage } from './stage/open-stage.ts';

const USAGE = 'usage: node test/corpus/record.ts --dist DIR [--lanes N] [--door NAME…] [--scene NAME] OUT';

/**
 * Records the answers of every door of a built package. This shows whether a refactoring changed anything. Writes one
 * file of JSON lines per door into OUT. `compare.ts` compares two of these folders.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dist: { type: 'string' },
      scene: { type: 'string' },
      lanes: { type: 'string', default: '2' },
      door: { type: 'string', multiple: true, default: DOORS.map(({ name }) => name) },
    },
  });
  const [out] = positionals;
  if (out === undefined || values.dist === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  mkdirSync(out, { recursive: true });
  const stage = await openStage(path.resolve(values.dist));
  let failed = false;
  try {
    for (const door of DOORS.filter(({ name }) => values.door.includes(name))) {
      const began = performance.now();
      const { calls, faults } = await playDoor(chosen(door, values.scene), stage, Number(values.lanes));
      writeFileSync(path.join(out, `${door.name}.jsonl`), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${door.name}: ${calls.length} calls in ${seconds} s\n`);
      for (const { scene, error } of faults) {
        failed = true;
        process.stderr.write(`cannot play ${scene}: ${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
  } finally {
    stage.close();
  }
  return failed ? 1 : 0;
}

/** Returns the door with only the named scene, if a name is given. */
function chosen(door: Door, scene: string | undefined): Door {
  return scene === undefined ? door : { ...door, scenes: door.scenes.filter(({ name }) => name === scene) };
}

process.exitCode = await main();
