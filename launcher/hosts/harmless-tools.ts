/** Our read-only tools, which `init --allow` lets run without asking. */
export const HARMLESS_TOOLS: readonly string[] = ['read', 'grep', 'artifact'];
