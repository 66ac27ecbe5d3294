import * as z from 'zod/mini';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { type OptionalFields, text, unreadableFields, withoutFields } from '../catalog/readable-fields.ts';

/** A task: MCP 2025-11-25, "Task". */
export interface Task extends JsonObject {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** Time to live in milliseconds; null if it is kept forever. */
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

/** Returns a task in a form that every client can parse; undefined if that is impossible. */
export function toReadableTask(given: unknown): Task | undefined {
  if (!needed.safeParse(given).success) return undefined;
  const task = given as Task;
  return withoutFields(task, unreadableFields(task, OPTIONAL)) as Task;
}

/** True if the task's status is final. */
export function isOver({ status }: Task): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
