import { expect, test } from 'vitest';
import { evaluate, forestFor, readForest } from '../../../../../src/engine/score/learned/forest.ts';
import { FEATURES } from '../../../../../src/engine/score/learned/line-features.ts';
import { FITTED_ON, FORESTS } from '../../../../../src/engine/score/learned/weights.ts';

const LEAF = 255;

/** Packs trees of nodes `[feature, value, left child]`. */
function packed(...trees: readonly (readonly [number, number, number])[][]): string {
  const bytes: number[] = [];
  for (const tree of trees) {
    bytes.push(tree.length);
    for (const [feature, value, child] of tree) {
      const single = new DataView(new ArrayBuffer(4));
      single.setFloat32(0, value);
      bytes.push(feature, child, single.getUint8(1), single.getUint8(0));
    }
  }
  return btoa(String.fromCharCode(...bytes));
}

test('a row goes left up to a node’s value, and the answers of all trees are added up', () => {
  const forest = readForest(
    packed(
      [
        [0, 0.5, 1],
        [LEAF, 1, 0],
        [1, 2, 3],
        [LEAF, 10, 0],
        [LEAF, 20, 0],
      ],
      [[LEAF, 0.25, 0]],
      [
        [1, 0, 1],
        [LEAF, 100, 0],
        [LEAF, 200, 0],
      ],
    ),
  );
  expect(evaluate(forest, Float32Array.of(0.5, 9))).toBe(201.25);
  expect(evaluate(forest, Float32Array.of(0.6, 2))).toBe(210.25);
  expect(evaluate(forest, Float32Array.of(0.6, 2.5))).toBe(220.25);
  expect(evaluate(forest, Float32Array.of(0, -1))).toBe(101.25);
});

test('the forests were fitted on the features as they are now', () => {
  expect(FITTED_ON.split(' ')).toEqual(FEATURES);
});

test('every forest is whole: each walk ends at a leaf, and all ask for features that are there', () => {
  for (const base64 of Object.values(FORESTS)) {
    const { roots, features, children } = readForest(base64);
    expect(roots.length).toBeGreaterThan(0);
    for (const [node, feature] of features.entries()) {
      if (feature === LEAF) continue;
      expect(feature).toBeLessThan(FEATURES.length);
      expect(children[node]).toBeGreaterThan(node);
      expect((children[node] as number) + 1).toBeLessThan(features.length);
    }
  }
});

test('what is the same for each row need not be asked for each: the answers stay', () => {
  for (const base64 of Object.values(FORESTS)) {
    const forest = readForest(base64);
    const common = Float32Array.from(FEATURES, (_, i) => (i % 3 === 0 ? Number.NaN : (i % 7) / 7));
    const own = forestFor(forest, common);
    for (let row = 0; row < 50; row++) {
      const whole = common.map((value, i) => (Number.isNaN(value) ? ((row * 31 + i) % 17) / 4 : value));
      expect(evaluate(own, whole)).toBe(evaluate(forest, whole));
    }
  }
});
