import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { createD1Database, type D1Binding } from '../../../src/storage/d1-driver.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import type { Bucket } from '../../../worker/artifacts/bucket.ts';
import { createBucketArtifactBodies } from '../../../worker/artifacts/bucket-artifact-bodies.ts';

/** A Worker that only stores what it is sent and returns ranges of it. It is bundled and run in workerd. */
const worker: { fetch(request: Request, env: { DB: D1Binding; ARTIFACTS: Bucket }): Promise<Response> } = {
  async fetch(request, env) {
    const database = createD1Database(env.DB);
    await migrate(database);
    const store = createSqlArtifacts(database, { bodies: createBucketArtifactBodies(env.ARTIFACTS) }).of('team');
    const query = new URL(request.url).searchParams;
    const ref = parseArtifactRef(query.get('ref') ?? '');
    if (ref !== undefined) {
      const range = { offset: Number(query.get('offset')), length: Number(query.get('length')) };
      return new Response((await store.read(ref, range)) as Uint8Array<ArrayBuffer> | undefined);
    }
    if (request.body === null) return new Response(null, { status: 400 });
    return Response.json(await store.put({ domain: 'test', mimeType: 'a/b', body: piecesOf(request.body) }));
  },
};

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

export default worker;
