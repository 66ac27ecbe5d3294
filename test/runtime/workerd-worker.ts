import { Miniflare } from 'miniflare';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { CLOUDFLARE } from '../../.build/targets.ts';

/** Runs the bundle that `wrangler.toml` deploys in real workerd, on loopback. */
const { PRUNER_MAX_BODY_BYTES } = process.env;
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: 'cloudflare.js', contents: moduleOf(await bundle(CLOUDFLARE)).text }],
  compatibilityDate: '2026-07-15',
  host: '127.0.0.1',
  port: 0,
  bindings: PRUNER_MAX_BODY_BYTES === undefined ? {} : { PRUNER_MAX_BODY_BYTES },
});
const url = (await miniflare.ready).href.replace(/\/$/, '');
process.stderr.write(`${JSON.stringify({ event: 'listening', url, runtime: 'workerd' })}\n`);
// Miniflare's own handler ends the process with 143 and takes the place of an orderly end.
process.removeAllListeners('SIGTERM');
process.once('SIGTERM', () => void miniflare.dispose());
