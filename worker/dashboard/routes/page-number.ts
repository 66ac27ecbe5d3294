import type { Context } from 'hono';
import type { DashboardContext } from '../session/dashboard-context.ts';

/** Returns the number of the page that is asked for, counted from 1. */
export function pageOf(c: Context<DashboardContext>): number {
  const said = c.req.query('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(said) ? Number(said) : 1;
}
