/** Decision trees whose outputs are summed, stored as arrays over all nodes. */
export interface Forest {
  /** Index of each tree's first node. */
  readonly roots: Uint16Array;
  /** The feature that a node tests: an index into the row, or `LEAF`. */
  readonly features: Uint8Array;
  /** A node's threshold (values up to it go left), or a leaf's output. */
  readonly values: Float32Array;
  /** A node's left child. The right child follows it. */
  readonly children: Uint16Array;
}

const LEAF = 255;
const NODE_BYTES = 4;

/** Sums the outputs of all trees for a row: log-odds. */
export function evaluate({ roots, features, values, children }: Forest, row: Float32Array): number {
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number;
    for (let feature = features[node] as number; feature !== LEAF; feature = features[node] as number) {
      const goesLeft = (row[feature] as number) <= (values[node] as number);
      node = (children[node] as number) + (goesLeft ? 0 : 1);
    }
    sum += values[node] as number;
  }
  return sum;
}

/**
 * Reduces the forest to nodes that test features that are NaN in `common`. Other nodes are resolved now, since every
 * row gives them the same answer.
 */
export function forestFor({ roots, features, values, children }: Forest, common: Float32Array): Forest {
  const own = {
    roots: new Uint16Array(roots.length),
    features: new Uint8Array(features.length),
    values: new Float32Array(values.length),
    children: new Uint16Array(children.length),
  };
  let size = 0;
  const write = (from: number, at: number): void => {
    let node = from;
    let feature = features[node] as number;
    for (; feature !== LEAF; feature = features[node] as number) {
      const value = common[feature] as number;
      if (Number.isNaN(value)) break;
      node = (children[node] as number) + (value <= (values[node] as number) ? 0 : 1);
    }
    own.features[at] = feature;
    own.values[at] = values[node] as number;
    if (feature === LEAF) return;
    const left = size;
    own.children[at] = left;
    size += 2;
    write(children[node] as number, left);
    write((children[node] as number) + 1, left + 1);
  };
  for (const [tree, root] of roots.entries()) {
    own.roots[tree] = size;
    size += 1;
    write(root, size - 1);
  }
  return own;
}

/**
 * Reads a forest in Base64, as `test/bench/train/fit.py` writes it. Each tree is its number of nodes (one byte), then
 * its nodes. A node is its feature (one byte), its left child counted from the tree's first node (one byte), and its
 * value (bfloat16: the upper half of an IEEE 754 single, little-endian).
 */
export function readForest(base64: string): Forest {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const single = new DataView(new ArrayBuffer(4));
  const roots: number[] = [];
  const features: number[] = [];
  const values: number[] = [];
  const children: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const root = features.length;
    const nodes = view.getUint8(at);
    roots.push(root);
    at += 1;
    for (let node = 0; node < nodes; node++, at += NODE_BYTES) {
      features.push(view.getUint8(at));
      children.push(root + view.getUint8(at + 1));
      single.setUint16(0, view.getUint16(at + 2, true));
      values.push(single.getFloat32(0));
    }
  }
  return {
    roots: Uint16Array.from(roots),
    features: Uint8Array.from(features),
    values: Float32Array.from(values),
    children: Uint16Array.from(children),
  };
}
