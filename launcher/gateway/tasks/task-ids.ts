import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A task, by the id that its server knows. */
export interface TaskOrigin {
  readonly server: string;
  readonly taskId: string;
}

/** Maps other servers' task ids to ours, and back. */
export interface TaskIds {
  /** Returns our id of a task. It is stable while this process runs. */
  idOf(origin: TaskOrigin): string;
  /** Returns the task of an id; undefined for an id that was not created here. */
  originOf(id: string): TaskOrigin | undefined;
}

const OURS = /^([^/]+)\/([A-Za-z0-9_-]{22})\/([\s\S]*)$/;
/** 128 bits in base64url. */
const MAC_CHARS = 22;

/**
 * Creates ids of the form `<server>/<code>/<its own id>`, because two servers may issue the same id. Only this process
 * can compute the code, so ids cannot be guessed by knowing how a server numbers its tasks (MCP 2025-11-25, "Task
 * Isolation and Access Control").
 */
export function createTaskIds(): TaskIds {
  const secret = randomBytes(32);
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
