import type { Shape } from './shape.ts';

/** The shape with every list in its columns form where that is smaller. Nothing is left out. */
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
