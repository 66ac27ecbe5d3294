import { countInTurns } from '../base/tokens/count-in-turns.ts';
import { type CooperativeTask, inTurns } from '../text/cooperative-task.ts';
import { buildWordTree, endsAt, nextNode } from '../text/word-tree.ts';
import { numbered, toSpans } from './document-text.ts';
import type { DocumentAnswer, DocumentsAnswer } from './documents-answer.ts';
import type { DocumentRequest, DocumentsRequest } from './documents-request.ts';
import { answerWhole } from './keep-whole.ts';
import { listsLines } from './lists-lines.ts';
import type { CacheOutcome, Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneMeasured } from './prune-measured.ts';
import type { PruneReply } from './prune-reply.ts';
import type { RequestFailure } from './request-failure.ts';
import { type RequestSession, toWireSession } from './session/request-session.ts';
import { takeTurn } from './take-turn.ts';

/** Characters per part, and its cost relative to counting the tokens. */
const PART = 262_144;
const SHARE = 0.5;

/**
 * Finds the words that a text contains in one pass. One `includes` per word could take the product of both lengths, and
 * the caller controls both.
 */
export function* findWords(text: string, words: readonly string[]): CooperativeTask<ReadonlySet<string>> {
  const found = new Set<string>();
  const root = buildWordTree(words);
  let node = root;
  for (let from = 0; from < text.length; from += PART) {
    const to = Math.min(from + PART, text.length);
    yield (to - from) * SHARE;
    for (let at = from; at < to; at++) {
      node = nextNode(root, node, text.charCodeAt(at));
      for (let end = endsAt(node); end !== undefined; end = end.ends) {
        // A word found before has been found with all its suffixes.
        if (found.has(end.word as string)) break;
        found.add(end.word as string);
      }
    }
  }
  return found;
}

interface Done {
  readonly document: DocumentRequest;
  readonly measured: Measured;
  readonly index: number;
}

const nameOf = ({ document, index }: Done): string => document.source ?? document.id ?? `document ${index + 1}`;
const offsetOf = (document: DocumentRequest): number => document.hints?.lineOffset ?? 0;
const ratioOf = (out: number, all: number): number => (all === 0 ? 1 : out / all);

/** True if the document contains a preserved word but its pruned text does not. Such a document stays whole. */
async function loses(
  preserve: readonly string[],
  original: string,
  pruned: string,
  { turn, signal }: PruneContext,
): Promise<boolean> {
  if (preserve.length === 0) return false;
  const wanted = await inTurns(findWords(original, preserve), turn, signal);
  const left = await inTurns(findWords(pruned, [...wanted]), turn, signal);
  return left.size < wanted.size;
}

const listed = ({ document, measured }: Done): boolean => listsLines(measured, document.text.length);

async function pruneOne(
  document: DocumentRequest,
  request: DocumentsRequest,
  share: number | undefined,
  session: RequestSession | undefined,
  pruneContext: PruneContext,
): Promise<Measured | RequestFailure> {
  const preserve = request.preserve ?? [];
  const task = {
    text: document.text,
    question: request.goal.trim() === '' ? '' : [request.goal, ...preserve].join('\n'),
    path: document.source,
    threshold: request.options?.threshold,
    targetRatio: share,
    firstLine: offsetOf(document) + 1,
    automatic: request.options?.automatic,
  };
  const measured = await pruneMeasured(task, pruneContext, session);
  if (!measured.ok || !measured.changed) return measured;
  if (!(await loses(preserve, document.text, measured.text, pruneContext))) return measured;
  return answerWhole(task, 'kept whole: pruning would have dropped a preserved word', pruneContext, measured.tokensIn);
}

function toDocumentAnswer(done: Done, options: DocumentsRequest['options']): DocumentAnswer {
  const { document, measured } = done;
  const { tokensIn, tokensOut, expectedRecall } = measured;
  return {
    id: document.id,
    source: document.source,
    text: measured.text,
    score: options?.includeScores ? measured.score : undefined,
    spans: options?.includeSpans && listed(done) ? toSpans(measured.keptLines, offsetOf(document)) : undefined,
    stats: {
      inputTokens: tokensIn,
      outputTokens: tokensOut,
      compressionRatio: ratioOf(tokensOut, tokensIn),
      ...(expectedRecall !== undefined && { expectedRecall }),
    },
  };
}

function toText(shown: readonly Done[], lineNumbers: boolean): string {
  const [only] = shown;
  if (only !== undefined && shown.length === 1 && !lineNumbers) return only.measured.text;
  return shown
    .map((one) => {
      const body = lineNumbers && listed(one) ? numbered(one.measured, offsetOf(one.document)) : one.measured.text;
      return `# ${nameOf(one)}\n${body}`;
    })
    .join('\n\n');
}

/** Selects the documents to show, in their original order: all, or the `max` with the best scores. */
function best(done: readonly Done[], max: number): Done[] {
  const ranked = [...done].sort((a, b) => b.measured.score - a.measured.score || a.index - b.index);
  return ranked.slice(0, max).sort((a, b) => a.index - b.index);
}

/** Returns the value from the first document that has one. */
function firstOf<Key extends 'method' | 'engine' | 'fallbackReason'>(done: readonly Done[], key: Key): Measured[Key] {
  return (done.find(({ measured }) => measured[key] !== null)?.measured[key] ?? null) as Measured[Key];
}

function cacheOf(done: readonly Done[]): CacheOutcome | null {
  const outcomes = new Set(done.map(({ measured }) => measured.cache));
  return (['miss', 'joined', 'hit'] as const).find((one) => outcomes.has(one)) ?? null;
}

/** Answers dialect B. */
export async function answerDocuments(
  request: DocumentsRequest,
  pruneContext: PruneContext,
): Promise<PruneReply<DocumentsAnswer> | RequestFailure> {
  const started = pruneContext.now();
  const { documents, options } = request;
  const total = { tokens: 0, chars: 0 };
  if (request.budget !== undefined) {
    for (const { text } of documents) {
      total.tokens += await countInTurns(text, pruneContext.countTokens, takeTurn(pruneContext));
      total.chars += text.length;
    }
  }
  const share = shareOf(request.budget, total);
  const session = toWireSession(request.context, request.contextIsWhole);
  const done: Done[] = [];
  for (const [index, document] of documents.entries()) {
    const measured = await pruneOne(document, request, share, session, pruneContext);
    if (!measured.ok) return measured;
    done.push({ document, measured, index });
  }
  const shown = best(done, options?.maxOutputDocuments ?? done.length);
  const hidden = done.filter((one) => !shown.includes(one));
  const refusals = new Set(done.map(({ measured }) => measured.refusal).filter((refusal) => refusal !== null));
  const text = toText(shown, options?.lineNumbers ?? false);
  const tokensIn = done.reduce((sum, { measured }) => sum + measured.tokensIn, 0);
  const tokensOut = await countInTurns(text, pruneContext.countTokens, takeTurn(pruneContext));
  const model = firstOf(done, 'method');
  const engine = firstOf(done, 'engine');
  const fallbackReason = firstOf(done, 'fallbackReason');
  const body: DocumentsAnswer = {
    ok: true,
    text,
    documents: shown.map((one) => toDocumentAnswer(one, options)),
    stats: {
      inputTokens: tokensIn,
      outputTokens: tokensOut,
      compressionRatio: ratioOf(tokensOut, tokensIn),
      latencyMs: pruneContext.now() - started,
      backend: 'mcp-pruner',
      model,
      provider: 'swe-pruner',
      engine,
      fallbackReason,
    },
    warnings: [
      ...refusals,
      ...(fallbackReason === null ? [] : [`the embedded engine answered instead of the upstream: ${fallbackReason}`]),
      ...(options?.includeSpans || options?.lineNumbers ? shown.filter((one) => !listed(one)) : []).map(
        (one) => `lines are not numbered or listed, because there are too many short ones: ${nameOf(one)}`,
      ),
      ...hidden.map((one) => `left out by maxOutputDocuments: ${nameOf(one)}`),
    ],
    request_id: pruneContext.requestId,
  };
  const record = { dialect: 'documents', kind: null, engine, tokensIn, tokensOut, fallbackReason } as const;
  return { ok: true, body, record: { ...record, cache: cacheOf(done) } };
}

/** Max share of a text's tokens, above 0 and up to 1; undefined without a limit. */
type Share = number | undefined;

/**
 * Returns the share of each document that keeps them all within the budget: the tightest of tokens, characters and
 * ratio. Every document gets the same share.
 */
function shareOf(budget: DocumentsRequest['budget'], total: { tokens: number; chars: number }): Share {
  const shares = [budget?.ratio];
  if (budget?.tokens !== undefined) shares.push(budget.tokens / Math.max(1, total.tokens));
  if (budget?.chars !== undefined) shares.push(budget.chars / Math.max(1, total.chars));
  const bounds = shares.filter((share) => share !== undefined && share < 1);
  return bounds.length === 0 ? undefined : Math.min(...bounds.map(Number));
}
