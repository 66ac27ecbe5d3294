import type { NewKey } from '../../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import { countOf, entryOf, type FormResult } from './form-result.ts';
import { nameError } from './name-field.ts';

/** Submitted fields, to be shown again. */
export interface NewKeyFields {
  readonly team: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires: string;
  readonly rate: string;
  readonly body: string;
}

export const EMPTY_KEY: NewKeyFields = { team: '', name: '', scopes: ['prune'], expires: '', rate: '', body: '' };

const KIB = 1024;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

export function toKeyFields(form: FormData): NewKeyFields {
  const scopes = form.getAll('scopes').filter((one): one is string => typeof one === 'string');
  const [team, name, expires, rate, body] = ['team', 'name', 'expires', 'rate', 'body'].map((one) =>
    entryOf(form, one),
  );
  return { team: team ?? '', name: name ?? '', scopes, expires: expires ?? '', rate: rate ?? '', body: body ?? '' };
}

/** Reads the form that creates a key. The key is valid until the end of its expiry day (UTC). */
export function readNewKey(form: FormData, now: number): FormResult<Omit<NewKey, 'teamId'>> {
  const { name, scopes: asked, expires } = toKeyFields(form);
  const scopes = asked.filter(isScope);
  const expiresAt = expires === '' ? null : DATE.test(expires) ? Date.parse(expires) + DAY_MS : Number.NaN;
  const ratePerMinute = countOf(form, 'rate');
  const kib = countOf(form, 'body');
  const errors: Record<string, string> = {};
  const wrongName = nameError(name);
  if (wrongName !== undefined) errors['name'] = wrongName;
  if (scopes.length === 0 || scopes.length < asked.length)
    errors['scopes'] = 'Choose at least one permission for the key';
  if (Number.isNaN(expiresAt)) errors['expires'] = 'Enter a date such as 2027-01-31, or leave it empty';
  else if (expiresAt !== null && expiresAt <= now) errors['expires'] = 'Choose today or a later day';
  if (ratePerMinute === undefined) errors['rate'] = 'Enter a whole number from 1, or leave it empty';
  if (kib === undefined) errors['body'] = 'Enter a whole number from 1, or leave it empty';
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const maxBodyBytes = kib === null || kib === undefined ? null : kib * KIB;
  return { ok: true, value: { name, scopes, expiresAt, ratePerMinute: ratePerMinute ?? null, maxBodyBytes } };
}
