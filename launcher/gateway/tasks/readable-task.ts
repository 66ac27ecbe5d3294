import * as z from 'zod/mini';
import { type OptionalFields, text, unreadableFields, withoutFields } from '../catalog/readable-fields.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** MCP 2025-11-25, "Task". */
export interface Task extends JsonObject {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** Milliseconds; null: it is kept for good. */
  readonly ttl: number | null;
}

const needed = z.looseObject({
  taskId: text,
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  ttl: z.nullable(z.number()),
  createdAt: text,
  lastUpdatedAt: text,
});
const OPTIONAL: OptionalFields = { pollInterval: z.number(), statusMessage: text };

/** A task as every client can read it; undefined where that cannot be had. */
export function toReadableTask(given: unknown): Task | undefined {
  if (!needed.safeParse(given).success) return undefined;
  const task = given as Task;
  return withoutFields(task, unreadableFields(task, OPTIONAL)) as Task;
}

/** Whether nothing more becomes of it. */
export function isOver({ status }: Task): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
