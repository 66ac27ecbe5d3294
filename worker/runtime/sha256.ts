import { createHash } from 'node:crypto';
import type { Sha256 } from '../../src/prune-api/cache/sha256.ts';

/**
 * Synchronous version for Node and Deno. Web Crypto hands the work to another thread, which on a busy machine takes
 * longer than the rest of a cache hit.
 */
export const syncSha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');
