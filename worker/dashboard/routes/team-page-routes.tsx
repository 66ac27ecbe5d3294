import { type Context, Hono } from 'hono';
import { actorOf } from '../../access/management.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { countOf, entryOf, type FormResult } from '../forms/form-result.ts';
import { nameError } from '../forms/name-field.ts';
import { ProblemPage } from '../pages/problem-page.tsx';
import { TeamsPage, type TeamsPageProps } from '../pages/teams-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { ownForm } from '../session/own-form.tsx';

const MIB = 1024 * 1024;

/** Reads a quota in MiB per month and returns bytes; empty: no limit. */
function readQuota(form: FormData): FormResult<number | null> {
  const mib = countOf(form, 'quota');
  if (mib === undefined || !Number.isSafeInteger((mib ?? 0) * MIB)) {
    return { ok: false, errors: { quota: 'Enter a whole number of MiB from 1, or leave it empty' } };
  }
  return { ok: true, value: mib === null ? null : mib * MIB };
}

/** Reads the form that creates a team. */
function readNewTeam(form: FormData): FormResult<{ readonly name: string; readonly monthlyQuotaBytes: number | null }> {
  const name = entryOf(form, 'name');
  const quota = readQuota(form);
  const wrong = nameError(name);
  const errors = { ...(wrong !== undefined && { name: wrong }), ...(!quota.ok && quota.errors) };
  return quota.ok && wrong === undefined
    ? { ok: true, value: { name, monthlyQuotaBytes: quota.value } }
    : { ok: false, errors };
}

const EMPTY = { name: '', quota: '' };

/**
 * True if the quota was submitted unchanged. Forms show whole MiB; an unchanged value must neither be rounded nor undo
 * a concurrent change.
 */
function isUntouched(form: FormData): boolean {
  return form.get('was') !== null && entryOf(form, 'quota') === entryOf(form, 'was');
}

/** Serves teams and their quotas to the administrator. */
export function teamPageRoutes({ directory, management, sessionSecret }: DashboardDeps): Hono<DashboardContext> {
  const routes = new Hono<DashboardContext>();

  const show = async (
    c: Context<DashboardContext>,
    told: Partial<Pick<TeamsPageProps, 'fields' | 'errors' | 'wrongQuota'>> = {},
  ): Promise<Response> => {
    const { fields = EMPTY, errors = {}, wrongQuota } = told;
    const teams = await directory.listTeams();
    const viewer = c.get('viewer');
    return c.html(<TeamsPage {...{ viewer, teams, fields, errors, wrongQuota }} done={c.req.query('done')} />);
  };

  routes.use(async (c, next) => {
    if (c.get('principal').kind === 'root') return next();
    c.status(403);
    const detail = 'This page needs the administrator’s secret.';
    return c.html(<ProblemPage title="Key without permission" detail={detail} viewer={c.get('viewer')} />);
  });

  routes.get('/', (c) => show(c));

  routes.post('/', ownForm(sessionSecret), async (c) => {
    const form = c.get('form');
    const fields = { name: entryOf(form, 'name'), quota: entryOf(form, 'quota') };
    const read = readNewTeam(form);
    const team = read.ok
      ? await management.createTeam(actorOf(c), read.value.name, read.value.monthlyQuotaBytes)
      : undefined;
    if (!read.ok || team === undefined) {
      c.status(422);
      const errors = read.ok ? { name: `A team named “${fields.name}” already exists` } : read.errors;
      return show(c, { fields, errors });
    }
    return c.redirect(`${BASE}/teams?done=team`, 303);
  });

  routes.post('/:id/quota', ownForm(sessionSecret), async (c) => {
    const form = c.get('form');
    const team = c.req.param('id');
    const read = readQuota(form);
    if (!read.ok) {
      c.status(422);
      return show(c, { wrongQuota: { team, text: entryOf(form, 'quota'), error: read.errors['quota'] ?? '' } });
    }
    const isThere = isUntouched(form)
      ? (await directory.findTeam(team)) !== undefined
      : (await management.changeTeam(actorOf(c), team, { monthlyQuotaBytes: read.value })) !== 'unknown';
    if (!isThere) {
      c.status(404);
      const detail = 'It may have been removed.';
      return c.html(<ProblemPage title="Team not found" detail={detail} viewer={c.get('viewer')} />);
    }
    return c.redirect(`${BASE}/teams?done=quota`, 303);
  });

  return routes;
}
