import { isContainer, type Json } from '../base/json/json.ts';
import { graphemeStart } from '../text/cut-text.ts';
import { type ResponseLimits, toLimits } from './limits.ts';
import { toPlain } from './to-plain.ts';

/**
 * Cuts data to `maxArrayItems`, `maxStringLength` and `maxJsonDepth`, without a response around it. A longer array
 * becomes `{items, totalCount, showing}`, a longer string ends in `...`, and deeper values become `[truncated]`. The
 * total size is not limited, and the original is not stored: `wrapResponse` does both. Throws a `RangeError` for
 * invalid limits.
 */
export function truncateResponse(data: unknown, limits?: Partial<ResponseLimits>): Json {
  return truncate(toPlain(data), toLimits(limits), 1);
}

function truncate(value: Json, limits: ResponseLimits, depth: number): Json {
  const { maxArrayItems, maxStringLength, maxJsonDepth } = limits;
  if (typeof value === 'string') {
    return value.length <= maxStringLength ? value : `${value.slice(0, graphemeStart(value, maxStringLength))}...`;
  }
  if (!isContainer(value)) return value;
  // An array that is too long gets an object around it.
  const isLong = Array.isArray(value) && value.length > maxArrayItems;
  const inner = depth + (isLong ? 2 : 1);
  if (inner - 1 > maxJsonDepth) return '[truncated]';
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, truncate(one, limits, inner)]));
  }
  const items = value.slice(0, maxArrayItems).map((one) => truncate(one, limits, inner));
  return isLong ? { items, totalCount: value.length, showing: maxArrayItems } : items;
}
