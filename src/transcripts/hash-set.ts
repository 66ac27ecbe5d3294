const FIRST_SLOTS = 1 << 12;
/** Max entries: 16 MiB of slots. */
const MAX_ENTRIES = 1 << 21;

/** A bounded set of unsigned 32-bit hashes, using four to eight bytes each. */
export function createHashSet() {
  let slots = new Uint32Array(FIRST_SLOTS);
  let size = 0;
  let isFull = false;
  /** Returns the slot of the hash, or the free slot where it would go. 0 marks a free slot. */
  const slotOf = (among: Uint32Array, hash: number): number => {
    const mask = among.length - 1;
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 0) & mask;
    while (among[slot] !== 0 && among[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = (): void => {
    const larger = new Uint32Array(slots.length * 2);
    for (const hash of slots) if (hash !== 0) larger[slotOf(larger, hash)] = hash;
    slots = larger;
  };
  return {
    /** True once a hash could not be added. */
    get isFull(): boolean {
      return isFull;
    },
    has: (hash: number): boolean => slots[slotOf(slots, hash || 1)] !== 0,
    add(given: number): void {
      const hash = given || 1;
      const slot = slotOf(slots, hash);
      if (slots[slot] !== 0) return;
      if (size === MAX_ENTRIES) {
        isFull = true;
        return;
      }
      slots[slot] = hash;
      size++;
      if (size * 2 > slots.length) grow();
    },
  };
}
