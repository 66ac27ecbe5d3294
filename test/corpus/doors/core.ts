import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Call } from '../call.ts';
import { CORE_GROUPS } from '../core-calls/call-core.ts';
import type { Door, Scene } from '../scene.ts';

const PROCESS = fileURLToPath(new URL('../core-calls/call-core.ts', import.meta.url));

/** The library `dist/core.js`, called in a separate process. */
export const core: Door = { name: 'core', scenes: Object.keys(CORE_GROUPS).map(toScene) };

function toScene(group: string): Scene {
  return {
    name: group,
    async play(place, note) {
      const args = [PROCESS, `${place.stage.package}/dist/core.js`, group];
      const child = spawn(place.stage.node, args, { env: place.env(), stdio: ['ignore', 'pipe', 'pipe'] });
      const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
      for (const line of stdout.split('\n').filter((one) => one !== '')) {
        const { name, input, output } = JSON.parse(line) as Omit<Call, 'door'>;
        note(name, input, output);
      }
      if (code !== 0) throw new Error(`the calls of the core ended with ${code}: ${stderr}`);
    },
  };
}
