import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A task by the id that its server knows. */
export interface TaskOrigin {
  readonly server: string;
  readonly taskId: string;
}

/** Ids that the tasks of other servers bear here, both ways. */
export interface TaskIds {
  /** The same id for the same origin as long as this process runs. */
  idOf(origin: TaskOrigin): string;
  /** Undefined for an id that was not made here. */
  originOf(id: string): TaskOrigin | undefined;
}

const OURS = /^([^/]+)\/([A-Za-z0-9_-]{22})\/([\s\S]*)$/;
/** 128 bits. */
const MAC_CHARS = 22;

/**
 * `<server>/<code>/<its own id>`: two servers may issue the same id. The code can be made by this process alone, so that
 * who knows how a server counts its tasks knows none of their ids (MCP 2025-11-25, "Task Isolation and Access Control").
 */
export function createTaskIds(secret: Uint8Array = randomBytes(32)): TaskIds {
  const codeOf = ({ server, taskId }: TaskOrigin): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([server, taskId]))
      .digest('base64url')
      .slice(0, MAC_CHARS);
  return {
    idOf: (origin) => `${encodeURIComponent(origin.server)}/${codeOf(origin)}/${origin.taskId}`,
    originOf(id) {
      const [, server, code, taskId] = OURS.exec(id) ?? [];
      if (server === undefined || code === undefined || taskId === undefined) return undefined;
      const origin = { server: decoded(server), taskId };
      return timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(origin))) ? origin : undefined;
    },
  };
}

function decoded(server: string): string {
  try {
    return decodeURIComponent(server);
  } catch {
    return server;
  }
}
