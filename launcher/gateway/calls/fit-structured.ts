import { buildShape } from '../../../src/shaping/build-shape.ts';
import { startBuilding } from '../../../src/shaping/building.ts';
import { fitShape } from '../../../src/shaping/fit-shape.ts';
import { toLimits } from '../../../src/shaping/limits.ts';
import { createMeasure } from '../../../src/shaping/measure.ts';
import { readQuestion } from '../../../src/shaping/question-matches.ts';
import { showShape } from '../../../src/shaping/show-shape.ts';
import type { Json } from '../../../src/shaping/to-plain.ts';
import type { FitsSchema } from '../catalog/compile-schema.ts';
import type { JsonObject } from '../connection/server-connection.ts';

export interface FitStructuredOptions {
  /** UTF-8 bytes of JSON. */
  readonly bytes: number;
  readonly question: string | undefined;
  /** What the tool's `outputSchema` says; undefined: it has none. */
  readonly fits: FitsSchema | undefined;
  /** What a response of ours says of itself: `artifactRef` and the like. */
  readonly facts: JsonObject;
}

const measure = createMeasure('plain');
/** Types stay what they are: nothing is flattened, no key left out. */
const DEEP = { maxJsonDepth: 64, maxKeys: 5000, maxLogLines: 1e9 };
/** From the contract's own limits to none but the bytes. */
const STEPS = [
  { maxArrayItems: 10, maxStringLength: 500 },
  { maxArrayItems: 5000, maxStringLength: 500 },
  { maxArrayItems: 10, maxStringLength: 1e9 },
];

/**
 * Structured content within a budget that its `outputSchema` is still true of: fewer items of arrays, shorter texts;
 * with what the response says of itself among its fields where the schema lets them in. What cannot be cut without
 * breaking the schema is handed on whole: a program may rely on it.
 */
export function fitStructured(value: JsonObject, options: FitStructuredOptions): JsonObject {
  const { bytes, fits = () => true, facts } = options;
  for (const limits of STEPS) {
    const room = bytes - Buffer.byteLength(JSON.stringify(facts));
    const cut = cutDown(value, room, limits, options);
    if (cut === undefined) continue;
    const own = Object.keys(facts).some((name) => Object.hasOwn(cut, name));
    const told = { ...cut, ...facts };
    if (!own && fits(told)) return told;
    if (fits(cut)) return cut;
  }
  return value;
}

function cutDown(
  value: JsonObject,
  bytes: number,
  given: object,
  { question }: FitStructuredOptions,
): JsonObject | undefined {
  const limits = toLimits({ ...DEEP, ...given, maxBytes: Math.max(1024, bytes) });
  const asked = question === undefined ? undefined : readQuestion(question);
  const building = startBuilding({ limits, measure, bytes: limits.maxBytes, question: asked });
  const shape = fitShape(buildShape(value as Json, 1, undefined, building), bytes, measure);
  const shown = showShape(shape, new Map());
  return typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? (shown as JsonObject) : undefined;
}
