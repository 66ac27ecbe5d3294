import { ask, json, serveWorker } from '../../drivers/http-server.ts';
import { pruneBodies } from '../../inputs/prune-bodies.ts';
import type { Scene } from '../../scene.ts';

/** `POST /prune` in its dialects. */
export const pruning: Scene = {
  name: 'prune',
  async play(place, note) {
    const served = await serveWorker(place, { PRUNER_RATE_PER_MINUTE: '0' });
    for (const { name, body } of pruneBodies()) note(name, name, await ask(served, '/prune', json(body)));
    // Repeats bodies to get cached answers.
    for (const { name, body } of pruneBodies().slice(0, 12)) note(name, name, await ask(served, '/prune', json(body)));
    note('metrics', {}, await ask(served, '/metrics'));
    const { code } = await served.stop();
    note('end', {}, { code });
  },
};
