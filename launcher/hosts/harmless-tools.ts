/** Our tools that change nothing, so that `init --allow` may let them run unasked. */
export const HARMLESS_TOOLS: readonly string[] = ['read', 'grep', 'artifact'];
