import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export { NODE, ROOT } from '../runtime/started.ts';

/** Path of a file in a client's package, as pinned in `test/clients/packages/package.json`. */
export function installed(file: string): string {
  const path = fileURLToPath(new URL(`packages/node_modules/${file}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`"${file}" is not installed: run \`pnpm test:clients\``);
  return path;
}
