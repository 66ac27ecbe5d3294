/**
 * Divides bytes among parts: small needs are met in full, the others get equal shares. If not all can have `min` (or
 * their need, if less), the last in `order` get nothing. Returns a grant per part, -1 for none.
 */
export function shareBytes(needs: readonly number[], order: readonly number[], bytes: number, min: number): number[] {
  const grants = new Array<number>(needs.length).fill(-1);
  const served: number[] = [];
  let floor = 0;
  for (const part of order) {
    const need = Math.min(needs[part] as number, min);
    if (floor + need > bytes) break;
    floor += need;
    served.push(part);
  }
  served.sort((a, b) => (needs[a] as number) - (needs[b] as number));
  let left = bytes;
  served.forEach((part, i) => {
    const grant = Math.min(needs[part] as number, Math.floor(left / (served.length - i)));
    grants[part] = grant;
    left -= grant;
  });
  return grants;
}
