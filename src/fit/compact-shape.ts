import type { Shape } from './shape.ts';

/** Converts every list to columnar form if that is smaller. Lossless. */
export function compactShape(shape: Shape): Shape {
  switch (shape.kind) {
    case 'leaf':
    case 'table':
      return shape;
    case 'list': {
      const table = shape.table?.();
      if (table !== undefined && table.bytes < shape.bytes) return table;
      const items = shape.items.map(compactShape);
      return { ...shape, items, bytes: shape.bytes - saved(shape.items, items) };
    }
    case 'fields': {
      const values = shape.values.map(compactShape);
      return { ...shape, values, bytes: shape.bytes - saved(shape.values, values) };
    }
  }
}

function saved(before: readonly Shape[], after: readonly Shape[]): number {
  return before.reduce((sum, shape, i) => sum + shape.bytes - (after[i] as Shape).bytes, 0);
}
