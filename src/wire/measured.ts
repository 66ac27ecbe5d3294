import type { LineReason, PruneDetails, PruneRequest, TextKind } from '../pruning/pruner.ts';
import type { PruneDoor } from './prune-door.ts';
import { pruneWithin } from './prune-within.ts';
import { pythonLines } from './python-lines.ts';
import { type WireFailure, wireFailure } from './wire-failure.ts';

/** A pruned text with its honest counts, from which every dialect's answer is written. */
export interface Measured {
  readonly ok: true;
  readonly text: string;
  /** False: `text` is the request's, byte for byte, and the counts are equal. True: `tokensOut < tokensIn`. */
  readonly changed: boolean;
  /** The original's lines, as Python's `splitlines()` counts them. */
  readonly lines: readonly string[];
  /** 1-based, ascending, unique: every line that `text` shows. */
  readonly keptLines: readonly number[];
  /** One a line, 0..1. */
  readonly scores: readonly number[];
  /** One a kept line. */
  readonly reasons: readonly LineReason[];
  /** Relevance of the whole, 0..1. */
  readonly score: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly questionTokens: number;
  readonly kind: TextKind | null;
  /** The scorer's name and version; null where none ran. */
  readonly method: string | null;
  readonly engine: 'embedded' | 'remote' | null;
  /** Why nothing was pruned although it was asked for. */
  readonly refusal: string | null;
}

const unit = (value: number): number => Math.round(Math.min(1, Math.max(0, value || 0)) * 1e4) / 1e4;

/** Why a question cannot be worked with, or null. */
function refusalOf(question: string, limit: number): string | null {
  if (question === '') return 'query is blank, nothing was pruned';
  if (question.length <= limit) return null;
  return `query is too long, nothing was pruned: ${question.length} characters, at most ${limit} are allowed`;
}

function whole(request: PruneRequest, tokensIn: number, details?: PruneDetails): Omit<Measured, 'refusal' | 'engine'> {
  const lines = pythonLines(request.text);
  // Lines that Python sees and the engine does not have no score of their own.
  const known = details?.lineScores.length === lines.length ? details.lineScores : undefined;
  return {
    ok: true,
    text: request.text,
    changed: false,
    lines,
    keptLines: lines.map((_, index) => index + 1),
    scores: lines.map((_, index) => unit(known?.[index] ?? details?.score ?? 1)),
    reasons: lines.map(() => 'whole'),
    score: unit(details?.score ?? 1),
    tokensIn,
    tokensOut: tokensIn,
    questionTokens: 0,
    kind: details?.kind ?? request.kind ?? null,
    method: details?.method ?? null,
  };
}

// Nobody waits for the answer to a request that was cancelled while it stood in line.
async function turn(request: PruneRequest, door: PruneDoor): Promise<void> {
  await door.turn(request.text.length);
  door.signal?.throwIfAborted();
}

/** Answers a text as it was sent, without asking the engine, and says why. */
export async function keepWhole(request: PruneRequest, refusal: string | null, door: PruneDoor): Promise<Measured> {
  await turn(request, door);
  return { ...whole(request, door.countTokens(request.text)), engine: null, refusal };
}

/**
 * Prunes a text and counts what that saved. Never worse: where the rendered text would not have fewer tokens, or the
 * question cannot be worked with, the text comes back as it was sent.
 */
export async function pruneMeasured(request: PruneRequest, door: PruneDoor): Promise<Measured | WireFailure> {
  const question = request.question.trim();
  const refusal = refusalOf(question, door.limits.questionChars);
  if (refusal !== null || request.text === '') return keepWhole(request, refusal, door);
  await turn(request, door);
  const tokensIn = door.countTokens(request.text);
  const questionTokens = door.countTokens(question);
  await turn(request, door);
  const { outcome, tokensOut } = await pruneWithin({ ...request, question }, door, tokensIn);
  if (!outcome.ok) {
    return wireFailure(outcome.code === 'timeout' ? 'engine_timeout' : 'engine_failed', outcome.message);
  }
  const { details, engine } = outcome;
  if (details === undefined || tokensOut >= tokensIn) {
    return { ...whole(request, tokensIn, details), questionTokens, engine, refusal: null };
  }
  return {
    ok: true,
    text: outcome.text,
    changed: true,
    lines: pythonLines(request.text),
    keptLines: details.keptLines,
    scores: Array.from(details.lineScores, unit),
    reasons: details.keptLines.map((line) => details.reasons[line - 1] ?? 'none'),
    score: unit(details.score),
    tokensIn,
    tokensOut,
    questionTokens,
    kind: details.kind,
    method: details.method,
    engine,
    refusal: null,
  };
}
