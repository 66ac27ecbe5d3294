import type { Team, TeamChanges } from '../../../src/teams/keys/directory.ts';
import { SCOPES } from '../../../src/teams/keys/scope.ts';
import { countOf, entryOf, type FormResult } from './form-result.ts';
import { nameError } from './name-field.ts';

/** Submitted fields, to be shown again. */
export interface TeamFields {
  readonly name: string;
  /** MiB a month. */
  readonly quota: string;
  readonly scopes: readonly string[];
  readonly days: string;
  readonly keys: string;
}

const MIB = 1024 * 1024;
const WHOLE = 'Enter a whole number from 1';

/** The fields of a stored team. A quota is shown in whole MiB. */
export const fieldsOf = ({ name, monthlyQuotaBytes, members }: Team): TeamFields => ({
  name,
  quota: monthlyQuotaBytes === null ? '' : String(Math.max(1, Math.round(monthlyQuotaBytes / MIB))),
  scopes: members.scopes,
  days: String(members.keyDays ?? ''),
  keys: String(members.keys),
});

export const toTeamFields = (form: FormData): TeamFields => ({
  name: entryOf(form, 'name'),
  quota: entryOf(form, 'quota'),
  scopes: form.getAll('scopes').map(String),
  days: entryOf(form, 'days'),
  keys: entryOf(form, 'keys'),
});

/** Reads the form that creates a team. */
export function readNewTeam(
  form: FormData,
): FormResult<{ readonly name: string; readonly monthlyQuotaBytes: number | null }> {
  const name = entryOf(form, 'name');
  const mib = countOf(form, 'quota');
  const wrong = nameError(name);
  const isQuota = mib !== undefined && Number.isSafeInteger((mib ?? 0) * MIB);
  if (wrong === undefined && isQuota) return { ok: true, value: { name, monthlyQuotaBytes: mib && mib * MIB } };
  return {
    ok: false,
    errors: {
      ...(wrong !== undefined && { name: wrong }),
      ...(!isQuota && { quota: 'Enter a whole number of MiB from 1, or leave it empty' }),
    },
  };
}

/**
 * Reads the form that changes a team. A quota that was submitted as it was shown, in `was`, is left alone: it must
 * neither be rounded nor undo a concurrent change.
 */
export function readTeamChanges(form: FormData): FormResult<TeamChanges> {
  const read = readNewTeam(form);
  const { scopes: asked, quota } = toTeamFields(form);
  const [keyDays, keys] = [countOf(form, 'days'), countOf(form, 'keys')];
  const errors = {
    ...(!read.ok && read.errors),
    ...(keyDays === undefined && { days: `${WHOLE}, or leave it empty` }),
    ...((keys ?? undefined) === undefined && { keys: WHOLE }),
  };
  if (!read.ok || keyDays === undefined || keys === null || keys === undefined) return { ok: false, errors };
  const { name, monthlyQuotaBytes } = read.value;
  const scopes = SCOPES.filter((scope) => asked.includes(scope));
  const isUntouched = form.get('was') !== null && quota === entryOf(form, 'was');
  const members = { scopes, keyDays, keys };
  return { ok: true, value: { name, members, ...(!isUntouched && { monthlyQuotaBytes }) } };
}
