/** Formats keys as code would: `mcpServers.github.env["MY-VAR"]`, `mcpServers.files.args[2]`. */
export function toIssuePath(keys: readonly PropertyKey[]): string {
  return keys.map((key, depth) => toStep(key, depth === 0)).join('');
}

function toStep(key: PropertyKey, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key);
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}
