/** The first protocol version with tasks. */
const SINCE = '2025-11-25';

/** What a client that has tasks is offered. */
export const TASKS_OFFERED: object = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/**
 * Whether a client has tasks, by its params of `initialize`: it asks for 2025-11-25 or later and declares `tasks`, with
 * whatever in it. The specification has no capability by which a client says that it may ask for tasks itself, only for
 * those that it can be asked for ("Tasks", "Capability Negotiation"); yet a tool that runs as a task alone is of no use
 * to a client that knows nothing of them. So one that declares none sees the lists that it saw before there were any.
 */
export function hasTasks(params: unknown): boolean {
  const { protocolVersion, capabilities } = (params ?? {}) as {
    readonly protocolVersion?: unknown;
    readonly capabilities?: { readonly tasks?: unknown } | null;
  };
  const tasks = capabilities?.tasks;
  return typeof protocolVersion === 'string' && protocolVersion >= SINCE && typeof tasks === 'object' && tasks !== null;
}
