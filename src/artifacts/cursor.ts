/** Max characters of a cursor. */
const LONGEST = 2_000;

/** Encodes an opaque cursor: JSON in base64url. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Decodes a cursor of `encodeCursor`; undefined for anything else. The caller must check the values. */
export function decodeCursor(cursor: string): readonly unknown[] | undefined {
  if (cursor.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const values: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))),
    );
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
