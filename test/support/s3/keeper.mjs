import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

// An S3 server in a temporary folder, until standard input ends. Prints its port.
const directory = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-s3-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'texts' }],
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
