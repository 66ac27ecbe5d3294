/** Hashes a name to 30 bits (FNV-1a), which engines store unboxed. A collision is rare and adds one false link. */
export function linkKey(kind: 'id' | 'file' | 'symbol', name: string): number {
  let hash = 0x811c9dc5;
  const text = `${kind}:${name}`;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}
