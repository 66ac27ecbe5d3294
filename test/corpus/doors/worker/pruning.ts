import { ask, json, serveWorker } from '../../drivers/http-server.ts';
import { batchBodies, pruneBodies } from '../../inputs/prune-bodies.ts';
import type { Scene } from '../../scene.ts';

/** `POST /prune` in its dialects, and batches. */
export const pruning: Scene = {
  name: 'prune',
  async play(place, note) {
    const served = await serveWorker(place, { PRUNER_RATE_PER_MINUTE: '0' });
    for (const { name, body } of pruneBodies()) note(name, name, await ask(served, '/prune', json(body)));
    for (const { name, body } of batchBodies()) {
      const { body: text, ...answer } = await ask(served, '/v1/prune/batch', json(body));
      // Sorts the lines, because they arrive in the order in which they are ready.
      const lines = typeof text === 'string' ? text.split('\n').toSorted() : text;
      note(`batch: ${name}`, name, { ...answer, body: lines });
    }
    // Repeats bodies to get cached answers.
    for (const { name, body } of pruneBodies().slice(0, 12)) note(name, name, await ask(served, '/prune', json(body)));
    note('metrics', {}, await ask(served, '/metrics'));
    const { code } = await served.stop();
    note('end', {}, { code });
  },
};
