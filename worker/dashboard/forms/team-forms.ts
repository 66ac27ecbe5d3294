import { countOf, entryOf, type FormResult } from './form-result.ts';
import { nameError } from './name-field.ts';

const MIB = 1024 * 1024;

/** Reads a quota in MiB per month and returns bytes; empty: no limit. */
export function readQuota(form: FormData): FormResult<number | null> {
  const mib = countOf(form, 'quota');
  if (mib === undefined || !Number.isSafeInteger((mib ?? 0) * MIB)) {
    return { ok: false, errors: { quota: 'Enter a whole number of MiB from 1, or leave it empty' } };
  }
  return { ok: true, value: mib === null ? null : mib * MIB };
}

/** Reads the form that creates a team. */
export function readNewTeam(
  form: FormData,
): FormResult<{ readonly name: string; readonly monthlyQuotaBytes: number | null }> {
  const name = entryOf(form, 'name');
  const quota = readQuota(form);
  const wrong = nameError(name);
  const errors = { ...(wrong !== undefined && { name: wrong }), ...(!quota.ok && quota.errors) };
  return quota.ok && wrong === undefined
    ? { ok: true, value: { name, monthlyQuotaBytes: quota.value } }
    : { ok: false, errors };
}
