import type { Note } from '../call.ts';
import { LONG_SHOP } from '../inputs/shop.ts';
import { type Core, outcomeOf } from './core-module.ts';

const SECRETS = [
  `ghp_${'a1B2'.repeat(9)}`,
  'AKIAIOSFODNN7EXAMPLE',
  `sk-ant-api03-${'a'.repeat(93)}AA`,
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4',
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----',
].join('\n');

/** Records exported values, artifacts and token counts. */
export async function keepArtifacts(core: Core, note: Note): Promise<void> {
  const exported = Object.entries(core).toSorted(([a], [b]) => (a < b ? -1 : 1));
  note(
    'exports',
    {},
    exported.map(([name, value]) => [name, typeof value === 'function' ? 'function' : value]),
  );
  const bodies = { shop: LONG_SHOP, secrets: SECRETS, json: '{"rows":[1,2,3]}', empty: '', binary: '\u0000\ud800' };
  for (const redacts of [false, true]) {
    const memory = core.createMemoryArtifactStore({ now: () => 1_000 });
    const store = redacts ? core.redactingArtifacts(memory) : memory;
    for (const [name, body] of Object.entries(bodies)) {
      const artifact = { domain: 'test', mimeType: 'text/plain', body: new TextEncoder().encode(body) };
      const info = (await outcomeOf(() => store.put(artifact))) as { readonly ref?: string };
      note(`put ${name}, ${redacts ? 'redacted' : 'as it is'}`, name, info);
      const read = await outcomeOf(() => core.readArtifactResource(store, { uri: info.ref }, { maxBytes: 4000 }));
      note(`read ${name}, ${redacts ? 'redacted' : 'as it is'}`, name, read);
    }
    note(`list, ${redacts ? 'redacted' : 'as it is'}`, {}, [
      await store.list(),
      await store.list({ limit: 2 }),
      await store.usage(),
    ]);
  }
  note('templates', {}, core.listArtifactTemplates());
  for (const text of ['ax://read/0123456789abcdef0123456789abcdef', 'ax://Read/0', '', 'ax://read/'])
    note(`parse ${text}`, text, core.parseArtifactRef(text) ?? null);
  for (const name of ['Read', 'mcp_git/log', '', '漢字', '9lives'])
    note(`domain of ${name}`, name, core.toArtifactDomain(name));
  note('format', {}, await outcomeOf(() => core.formatArtifactRef({ domain: 'A', id: '0' })));
  const count = await core.loadO200k();
  for (const text of ['', 'hello world', '<|endoftext|>', '漢字 😀', LONG_SHOP, 'x'.repeat(5000)])
    note(`tokens of ${text.slice(0, 20)}`, text.length, count(text));
}
