import { createHash } from 'node:crypto';
import type { Sha256 } from '../src/wire/cache/sha256.ts';

/**
 * For Node and Deno: at once, where Web Crypto hands the work to another thread, which on a busy machine takes longer
 * than all the rest of answering from memory.
 */
export const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');
