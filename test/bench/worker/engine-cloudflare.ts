import { pruneText } from '../../../src/engine/embedded.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import type { EngineWork } from './engine-cpu.ts';

export default {
  /** Repeats the requested work `times` times. */
  async fetch(request: Request): Promise<Response> {
    const { times, events, ...asked }: EngineWork = await request.json();
    const memory = createSessionMemory();
    for (const event of events ?? []) memory.push(event);
    const context = events && memory.context();
    let kept = 0;
    for (let run = 0; run < times; run++) kept += pruneText({ ...asked, context }).details.keptLines.length;
    return Response.json({ kept });
  },
};
