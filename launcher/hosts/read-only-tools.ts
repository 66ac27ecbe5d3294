/** Our read-only tools, which `init --allow` lets run without asking. */
export const READ_ONLY_TOOLS: readonly string[] = ['read', 'grep', 'artifact'];
