/** A parsed form: its value, or errors by field. */
export type FormResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** Returns a field's text, trimmed; files and missing fields give an empty text. */
export function entryOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Parses a whole number from 1; null for an empty field, undefined for anything else. */
export function countOf(form: FormData, name: string): number | null | undefined {
  const text = entryOf(form, name);
  if (text === '') return null;
  const count = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
