import { Miniflare } from 'miniflare';
import { bundle, moduleOf } from '../../../.build/bundle.ts';
import { CLOUDFLARE } from '../../../.build/targets.ts';

const target = { ...CLOUDFLARE, entry: 'test/bench/worker/bare-cloudflare.ts' };
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: 'bare.js', contents: moduleOf(await bundle(target)).text }],
  compatibilityDate: '2026-07-15',
  host: '127.0.0.1',
  port: 0,
  d1Databases: ['DB'],
  ratelimits: { RATE_LIMIT: { namespace_id: '1001', simple: { limit: 100_000, period: 60 } } },
});
const url = (await miniflare.ready).href.replace(/\/$/, '');
process.stderr.write(`{"event":"listening","url":"${url}"}\n`);
process.removeAllListeners('SIGTERM');
process.once('SIGTERM', () => void miniflare.dispose());
