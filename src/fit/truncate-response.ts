import type { Json } from '../base/json/json.ts';
import { createMeasure } from '../base/json/measure.ts';
import { buildShape } from './build-shape.ts';
import { startBuilding } from './building.ts';
import { fitShape } from './fit-shape.ts';
import { type ResponseLimits, toLimits } from './limits.ts';
import { showShape } from './show-shape.ts';
import { toPlain } from './to-plain.ts';

const PLAIN = createMeasure('plain');

/**
 * Cuts data to limits, without a response around it; `maxBytes` bounds its JSON in UTF-8. Arrays stay arrays and do not
 * say what is left out. Use `wrapResponse` to keep the whole and say so. Throws a `RangeError` for limits in which
 * nothing fits.
 */
export function truncateResponse(data: unknown, limits?: Partial<ResponseLimits>): Json {
  const all = toLimits(limits);
  const building = startBuilding({ limits: all, measure: PLAIN, bytes: all.maxBytes });
  return showShape(fitShape(buildShape(toPlain(data), 1, undefined, building), all.maxBytes, PLAIN), new Map());
}
