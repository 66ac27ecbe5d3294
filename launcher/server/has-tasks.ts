/** The first protocol version with tasks. */
const SINCE = '2025-11-25';

/** Task capabilities offered to a client that supports tasks. */
export const TASKS_OFFERED: object = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/**
 * True if a client supports tasks, by its params of `initialize`: it requests 2025-11-25 or later and declares `tasks`,
 * with any content. The specification has no capability for a client that starts tasks, only for one that runs them
 * ("Tasks", "Capability Negotiation"). But a tool that runs only as a task is useless to a client without tasks, so such
 * a client does not see it in lists.
 */
export function hasTasks(params: unknown): boolean {
  const { protocolVersion, capabilities } = (params ?? {}) as {
    readonly protocolVersion?: unknown;
    readonly capabilities?: { readonly tasks?: unknown } | null;
  };
  const tasks = capabilities?.tasks;
  return typeof protocolVersion === 'string' && protocolVersion >= SINCE && typeof tasks === 'object' && tasks !== null;
}
