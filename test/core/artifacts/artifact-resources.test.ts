import { describe, expect, test } from 'vitest';
import {
  listArtifactResources,
  listArtifactTemplates,
  RESOURCE_MAX_BYTES,
  readArtifactResource,
} from '../../../src/artifacts/artifact-resources.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { manyBytes } from '../../contract/artifact-store.ts';

describe('resources/list', () => {
  test('gives all artifacts, newest first, in pages of less than 10 KB', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = createMemoryArtifactStore({ now: () => now });
    for (let i = 0; i < 75; i++) {
      now++;
      await store.put({ domain: 'd'.repeat(32), mimeType: `text/${'x'.repeat(100)}`, body: `number ${i}` });
    }
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listArtifactResources(store, cursor === undefined ? undefined : { cursor });
      expect(JSON.stringify(page).length).toBeLessThan(10_240);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(uris).size).toBe(75);
    expect((await listArtifactResources(store, {})).resources[0]).toEqual({
      uri: uris[0],
      name: expect.stringMatching(/^d{32} [0-9a-f]{8}$/),
      mimeType: expect.stringMatching(/^text\/x+$/),
      size: 9,
      annotations: { lastModified: new Date(now).toISOString() },
    });
  });

  test.each([
    [{ cursor: 'nonsense' }, 'cursor', 'invalid_value'],
    [{ cursor: 7 }, 'cursor', 'invalid_type'],
    ['text', '', 'invalid_type'],
    [null, '', 'invalid_type'],
  ])('%j is refused', async (params, path, code) => {
    await expect(listArtifactResources(createMemoryArtifactStore(), params)).rejects.toMatchObject({
      name: 'RpcError',
      code: -32602,
      message: 'Invalid params',
      data: { method: 'resources/list', issues: [{ path, code, message: code }] },
    });
  });
});

test('resources/templates/list names the form of a reference', () => {
  expect(listArtifactTemplates().resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'ax://{domain}/{id}',
  ]);
});

describe('resources/read', () => {
  test('gives back the original, text as text and bytes as base64', async () => {
    const store = createMemoryArtifactStore();
    const text = '\ufeffnaïve 🙂\r\n';
    const one = await store.put({ domain: 'test', mimeType: 'text/plain', body: text });
    expect(await readArtifactResource(store, { uri: one.ref })).toEqual({
      contents: [{ uri: one.ref, mimeType: 'text/plain', text }],
    });
    const bytes = manyBytes(100_000);
    const other = await store.put({ domain: 'test', mimeType: 'image/png', body: bytes });
    const [contents] = (await readArtifactResource(store, { uri: other.ref })).contents;
    const blob = 'blob' in contents ? atob(contents.blob) : '';
    expect(blob.length === bytes.length && bytes.every((byte, i) => byte === blob.charCodeAt(i))).toBe(true);
  });

  test.each(['ax://test/0123456789abcdef0123456789abcdef', 'ax://../x', 'file:///etc/passwd', ''])(
    '"%s" is not found',
    async (uri) => {
      await expect(readArtifactResource(createMemoryArtifactStore(), { uri })).rejects.toMatchObject({
        name: 'RpcError',
        code: -32002,
        message: 'Resource not found',
        data: { uri },
      });
    },
  );

  test('a uri is needed', async () => {
    for (const params of [undefined, {}, { uri: 1 }, []]) {
      await expect(readArtifactResource(createMemoryArtifactStore(), params)).rejects.toMatchObject({ code: -32602 });
    }
  });

  test('what is too large names the tool that reads it in pages', async () => {
    const store = createMemoryArtifactStore();
    const { ref, bytes } = await store.put({
      domain: 'test',
      mimeType: 'a/b',
      body: 'x'.repeat(RESOURCE_MAX_BYTES + 1),
    });
    await expect(readArtifactResource(store, { uri: ref }, { toolName: 'ctx_artifact' })).rejects.toMatchObject({
      code: -32003,
      message: expect.stringContaining('read it in pages with the tool "ctx_artifact"'),
      data: { uri: ref, bytes, maxBytes: RESOURCE_MAX_BYTES, tool: 'ctx_artifact' },
    });
    expect((await readArtifactResource(store, { uri: ref }, { maxBytes: bytes })).contents.length).toBe(1);
  });
});
