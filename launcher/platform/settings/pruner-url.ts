/** Returns `embedded`, `''` (off), or an http(s) URL without credentials; undefined for anything else. */
export function parsePrunerUrl(value: string): string | undefined {
  if (value === '' || value === 'embedded') return value;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const plain = url.username === '' && url.password === '';
  return plain && (url.protocol === 'http:' || url.protocol === 'https:') ? value : undefined;
}

/**
 * Returns the URL in a form that is safe to log: without its query, and without a key in its path (`/k/<key>/prune`).
 */
export function loggableUrl(value: string): string {
  const url = new URL(value);
  return `${url.origin}${url.pathname.replace(/\/k\/[^/]+/, '/k/…')}`;
}
