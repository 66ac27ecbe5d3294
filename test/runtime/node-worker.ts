import { jsonLines } from '../../worker/events/worker-event.ts';
import { startNodeWorker } from '../../worker/node.ts';

/** Runs the Node entry as `mcp-pruner serve` does. usage: node node-worker.ts DATA_DIR */
const [dataDir = '.'] = process.argv.slice(2);
const worker = await startNodeWorker({
  port: 0,
  dataDir,
  env: process.env,
  log: jsonLines((line) => process.stderr.write(line)),
});
process.once('SIGTERM', () => void worker.close());
