/** Creates an empty set. For a million texts, the chance of a collision is one in twenty thousand (cyrb53, 53 bits). */
export function createTextSet() {
  const hashes = new Set<number>();
  return {
    has: (text: string): boolean => hashes.has(hashOf(text)),
    add: (text: string): void => void hashes.add(hashOf(text)),
  };
}

function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    one = Math.imul(one ^ c, 0x9e3779b1);
    two = Math.imul(two ^ c, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (two & 0x1fffff) * 0x1_0000_0000 + (one >>> 0);
}
