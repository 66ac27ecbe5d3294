import { ArtifactError } from '../artifacts/artifact-error.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Json } from '../base/json/json.ts';
import { createMeasure, type Measure } from '../base/json/measure.ts';
import { minBytes } from '../base/json/min-bytes.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import { isFinal, resultBytes, type ToolResult } from '../mcp/tool-result.ts';
import { cutToChars } from '../text/cut-text.ts';
import { toSummary } from '../text/summary.ts';
import { buildShape } from './build-shape.ts';
import { startBuilding } from './building.ts';
import { fieldsBeside, ownFields } from './data-fields.ts';
import { type Entry, type Envelope, envelopeBytes, toResult } from './envelope.ts';
import { fillBudget, type Sized } from './fill-budget.ts';
import { fitFields, fitShape, smallest } from './fit-shape.ts';
import { jsonChunks } from './json-chunks.ts';
import { type ResponseLimits, toLimits, widened } from './limits.ts';
import type { Picks } from './pick-items.ts';
import { readQuestion } from './question-matches.ts';
import { isSound } from './result/well-formed.ts';
import type { Shape } from './shape.ts';
import { type Cuts, showFields, showShape } from './show-shape.ts';
import { type AboutResponse, type Stored, toEnvelope, type WhereStored } from './to-envelope.ts';
import { toPlain } from './to-plain.ts';

/** Converts every list to columnar form if that is smaller. Lossless. */
function compactShape(shape: Shape): Shape {
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

export interface WrapOptions {
  /** Reduced to one line of at most 100 characters. */
  readonly summary: string;
  /** False makes the result an error. Default true. */
  readonly success?: boolean | undefined;
  readonly limits?: Partial<ResponseLimits> | undefined;
  /**
   * True if only `maxBytes` and the limits that are given apply, and the result shows as much as fits. Default false: the
   * default limits apply too.
   */
  readonly fill?: boolean | undefined;
  /**
   * Store for the original, which is put there before anything is cut. Without it, the cut parts are lost, and the
   * response says so.
   */
  readonly artifacts?: Pick<ArtifactStore, 'put'> | undefined;
  /** Subject of the data, for the artifact's reference. Default `response`. */
  readonly domain?: string | undefined;
  /** Array items that match it are kept before others. */
  readonly question?: string | undefined;
  /** The original that `data` summarizes. It is always stored, in place of `data`. */
  readonly whole?: unknown;
  /** Client's name for the tool that reads artifacts. Default `artifact`. */
  readonly artifactTool?: string | undefined;
  /** False omits `structuredContent`, which gives the text twice the room. Default true. */
  readonly structured?: boolean | undefined;
}

const TEXT_PLACES = { true: createMeasure('both'), false: createMeasure('text') };
/** More bytes than any envelope takes. */
const ROOMY = 3000;

/**
 * Wraps any data as an MCP tool result within limits (invariants.md lists the guarantees). A pure function of data and
 * options. If anything is cut, or is not well-formed Unicode, the whole is stored first and `artifactRef` names it. If
 * storing fails, only what exceeds `maxBytes` is cut. A result that is already final is passed on unchanged. Throws a
 * `RangeError` for limits in which nothing fits.
 */
export async function wrapResponse(data: unknown, options: WrapOptions): Promise<ToolResult> {
  const limits = toLimits(options.limits);
  if (isFinal(data, limits.maxBytes)) return data;
  const plain = toPlain(data);
  const response = begin(plain, options, limits);
  const asked = options.fill === true ? options.limits : limits;
  const all = whole(response, limits, asked, {});
  // What does not fit is stored anyway, so megabytes need not be searched.
  const isClean = all === undefined || isSound(plain, 0);
  if (options.whole === undefined && isClean && all !== undefined) return all;

  const stored = await store(toWhole(options.whole === undefined ? plain : toPlain(options.whole)), options);
  // Anything cut would be lost, so only the byte limit applies.
  const given = stored.kind === 'failed' ? UNLIMITED : asked;
  const kept = stored.kind === 'failed' || !isClean ? whole(response, limits, given, stored) : undefined;
  return (
    kept ?? cutDown(response, limits, given, toEnvelope(aboutOf(response), limits.maxBytes, { ...stored, cut: true }))
  );
}

const UNLIMITED = { maxArrayItems: 5000, maxStringLength: 1e9, maxJsonDepth: 64, maxLogLines: 1e9, maxKeys: 5000 };

interface Response {
  readonly data: Json;
  /** Content to shape: the data, or the fields of a response that is shaped again. */
  readonly body: Json;
  readonly beside: boolean;
  readonly options: WrapOptions;
  readonly summary: string;
  readonly success: boolean;
  readonly measure: Measure;
  /** Builds the body's shape within limits. */
  readonly build: (limits: ResponseLimits) => Built;
}

function begin(data: Json, options: WrapOptions, { maxBytes }: ResponseLimits): Response {
  const { success = true, structured = true } = options;
  const measure = TEXT_PLACES[structured ? 'true' : 'false'];
  const summary = fitSummary(toSummary(options.summary), maxBytes / 8, measure);
  const beside = ownFields(data, summary, success) ?? fieldsBeside(data, success);
  const body = beside ?? data;
  const build = builder(body, beside !== undefined, options.question, measure);
  return { data, body, beside: beside !== undefined, options, summary, success, measure, build };
}

function aboutOf({ data, summary, success, options }: Response): AboutResponse {
  const { structured = true, artifactTool = 'artifact' } = options;
  return { summary, success, structured, artifactTool, count: Array.isArray(data) ? data.length : undefined };
}

/** Characters outside ASCII take several bytes, so a summary might fill a small budget. */
function fitSummary(summary: string, bytes: number, measure: Measure): string {
  let text = summary;
  for (let max = summary.length; measure.string(text) > bytes && max > 8; max = (max * 3) >> 2)
    text = cutToChars(summary, max);
  return text;
}

interface Built extends Sized {
  readonly shape: Shape;
}

/**
 * Returns a function that builds a body's shape within any limits. It remembers the last shape, because limits that
 * cannot be widened are tried again and again.
 */
function builder(body: Json, beside: boolean, asked: string | undefined, measure: Measure): Response['build'] {
  const question = asked === undefined ? undefined : readQuestion(asked);
  const picks: Picks = new Map();
  let last: { readonly built: Built; readonly key: string } | undefined;
  return (limits) => {
    const key = JSON.stringify(Object.values(limits));
    if (last?.key === key) return last.built;
    const building = startBuilding({ limits, measure, bytes: limits.maxBytes, question, picks });
    const shape = buildShape(body, beside ? 1 : 2, undefined, building);
    last = { key, built: { shape, bytes: shape.bytes, cut: building.cut } };
    return last.built;
  };
}

/** Returns the result with the whole body, if it is within the requested limits and fits. */
function whole(
  response: Response,
  limits: ResponseLimits,
  given: Partial<ResponseLimits> | undefined,
  stored: WhereStored,
): ToolResult | undefined {
  const { maxBytes } = limits;
  if (minBytes(response.body, maxBytes) > maxBytes) return undefined;
  const { shape, cut } = response.build({ ...limits, ...UNLIMITED, ...given });
  if (cut) return undefined;
  const envelope = toEnvelope(aboutOf(response), maxBytes, stored);
  return finish(response, shape, envelope, maxBytes) ?? finish(response, compactShape(shape), envelope, maxBytes);
}

/** The whole of a response as it is stored: a well-formed text unchanged, anything else as JSON. */
interface Whole {
  readonly mimeType: string;
  /** Yields the content in well-formed chunks, from the start on each call. */
  chunks(): Iterable<string>;
}

function toWhole(value: Json): Whole {
  if (typeof value === 'string' && (value as unknown as { isWellFormed(): boolean }).isWellFormed()) {
    return { mimeType: 'text/plain', chunks: () => [value] };
  }
  return { mimeType: 'application/json', chunks: () => jsonChunks(value) };
}

async function store(whole: Whole, { artifacts, domain = 'response' }: WrapOptions): Promise<Stored> {
  if (artifacts === undefined) return { kind: 'nowhere', bytes: bytesOf(whole) };
  try {
    return { kind: 'stored', info: await artifacts.put({ domain, mimeType: whole.mimeType, body: whole.chunks() }) };
  } catch (error) {
    return { kind: 'failed', code: error instanceof ArtifactError ? error.code : 'failed', bytes: bytesOf(whole) };
  }
}

function bytesOf(whole: Whole): number {
  let bytes = 0;
  for (const chunk of whole.chunks()) bytes += utf8Bytes(chunk);
  return bytes;
}

/**
 * Bytes that the data takes beyond its shape: `,"data":`, or minus the braces and comma that the shape counts. Exact,
 * so that a response shaped again keeps its size.
 */
function aroundData({ beside, measure }: Response): number {
  return beside ? -2 * measure.mark : measure.string('data') + 2 * measure.mark;
}

/** Returns the result with the whole shape; undefined if that is too large. */
function finish(response: Response, shape: Shape, envelope: Envelope, maxBytes: number): ToolResult | undefined {
  const room = maxBytes - aroundData(response) - shape.bytes;
  // Far below the limit an exact count is not needed.
  if (room < ROOMY && room < envelopeBytes(envelope)) return undefined;
  const cuts: Cuts = new Map();
  return toResult(envelope, toEntries(response, shape, cuts, envelope));
}

/** Share of the budget at which a response counts as full, and the max number of rounds until then. */
const FULL = 0.92;
const ROUNDS = 6;

/**
 * Finds the widest response that fits. The first round reserves the max size of marks; if that leaves much unused,
 * another round follows.
 */
function cutDown(
  response: Response,
  limits: ResponseLimits,
  given: Partial<ResponseLimits> = {},
  envelope: Envelope,
): ToolResult {
  const { maxBytes } = limits;
  const { measure } = response;
  const forCuts = measure.string('cut') + measure.mark * 4;
  let room = maxBytes - envelopeBytes(envelope) - aroundData(response) - forCuts;
  let best = toResult(envelope, []);
  if (room < smallest(measure)) return best;
  let tooMuch = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const tryAt = (factor: number): Built => response.build(widened({ ...limits, ...given }, given, factor));
    // If items are large relative to the budget, the last one is cut to fill it.
    const { fits, over } = fillBudget(tryAt, room, round < ROUNDS / 2 ? undefined : 1);
    const { shape, cut } = (over ?? fits) as Built;
    const result = write(response, shape, room, envelope);
    const bytes = resultBytes(result);
    // The first round's reserve is always enough.
    if (round > 0 && bytes > maxBytes) tooMuch = room;
    else if (round === 0 || bytes > resultBytes(best)) best = result;
    if (bytes <= maxBytes && (bytes >= maxBytes * FULL || (!cut && shape.bytes <= room))) break;
    const wanted = room + Math.floor((maxBytes - bytes) * FULL);
    room = Math.min(wanted, (room + tooMuch) / 2);
  }
  return best;
}

function write(response: Response, shape: Shape, room: number, envelope: Envelope): ToolResult {
  const { measure, beside } = response;
  const cuts: Cuts = new Map();
  const fitted =
    beside && shape.kind === 'fields' && shape.bytes > room
      ? fitFields(shape, room, measure)
      : fitShape(shape, room, measure);
  const data = fitted === undefined ? [] : toEntries(response, fitted, cuts, envelope);
  const told: Entry[] = cuts.size === 0 ? [] : [['cut', Object.fromEntries(cuts)]];
  return toResult({ ...envelope, tail: [...told, ...envelope.tail] }, data);
}

function toEntries({ beside }: Response, shape: Shape, cuts: Cuts, { head }: Envelope): Entry[] {
  if (!beside || shape.kind !== 'fields') return [['data', showShape(shape, cuts)]];
  // Fields of the data with a reserved name are dropped, because they may contradict the response, e.g. by saying that
  // there is no more.
  return showFields(shape, cuts).filter(([name]) => !head.some(([taken]) => taken === name));
}
