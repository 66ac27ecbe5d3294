import type { Figure } from '../figure.ts';
import { openStage } from './stage.ts';

const REPLICAS = 10;

/** Compares the start of ten workers at once on an empty database with the start of one. */
export async function* benchStarts(): AsyncGenerator<Figure> {
  const [one, ten] = [await startedMs(1), await startedMs(REPLICAS)];
  yield {
    name: `${REPLICAS} workers that start at once on an empty database, of one`,
    ...{ measured: ten.ms / one.ms, unit: 'times' },
    note: `${(ten.ms / 1_000).toFixed(1)} s, one ${(one.ms / 1_000).toFixed(1)} s; steps of the schema: ${ten.steps}, each done once`,
  };
}

async function startedMs(replicas: number): Promise<{ readonly ms: number; readonly steps: number }> {
  const stage = await openStage({ replicas, redis: false, s3: false });
  try {
    const names = stage.sql('SELECT name FROM d1_migrations');
    if (new Set(names).size !== names.length) throw new Error(`a step was done twice: ${names.join(', ')}`);
    return { ms: stage.startedMs, steps: names.length };
  } finally {
    await stage.close();
  }
}
