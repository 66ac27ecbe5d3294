import { createRequire } from 'node:module';

/**
 * The file of an optional peer dependency, looked for from this package and in NODE_PATH; undefined where it is not
 * installed. Never from the working directory: what an agent works on is not to say what runs.
 */
export function findPackage(specifier: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch {
    return undefined;
  }
}
