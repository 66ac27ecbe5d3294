import { type ReadTool, readTools } from './read-tools.ts';
import { type AskedWord, type Request, readRequest } from './request.ts';
import type { SearchableTool } from './searchable-tool.ts';

/** BM25F (Robertson and Zaragoza 2009): how soon repetition of a word stops counting. */
const SATURATION = 1.2;
/** Share of the score that a tool loses if it has none of the requested words. */
const COVERAGE = 0.65;
/** Bonus for a name whose words were all requested. */
const NAME_COVERAGE = 0.3;
/** Factor for a word of a name that is singular where the request is plural, or vice versa. */
const OTHER_NUMBER = 0.6;
/** Factors for a tool with the requested intent, with another intent, and of a named server. */
const SAME_INTENT = 1.1;
const OTHER_INTENT = 0.65;
const NAMED_SERVER = 1.3;
/** Min strength of a word that names a server. */
const NAMES_SERVER = 0.85;

export interface ToolIndex {
  /** Returns the indexes of the tools that share words with a request, best first. */
  search(request: string): readonly number[];
}

/** Indexes tools once, so that a search takes time only for its words. Deterministic. */
export function createToolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const read = readTools(tools);
  return {
    search(request) {
      const asked = readRequest(request);
      const found = asked.words.map((word) => findWord(read, word));
      const strengths = strongest(asked);
      return read
        .map((tool, i) => {
          const sum = found.reduce((total, one) => total + (one[i] as Found).score, 0);
          const hits = found.reduce((total, one) => total + (one[i] as Found).strength, 0);
          const covered = 1 - COVERAGE + (COVERAGE * hits) / Math.max(1, asked.words.length);
          return {
            i,
            score: sum * covered * (1 + NAME_COVERAGE * coverageOf(tool, strengths)) * fitOf(tool, asked, strengths),
          };
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.i - b.i)
        .map(({ i }) => i);
    },
  };
}

interface Found {
  readonly score: number;
  readonly strength: number;
}

/**
 * Computes the BM25F score of one word for every tool. A word and its synonyms share one rarity, so a rare synonym does
 * not score higher.
 */
function findWord(tools: readonly ReadTool[], { stems }: AskedWord): readonly Found[] {
  const found = tools.map(({ counts }) => {
    let best = 0;
    let strength = 0;
    for (const [stem, its] of stems) {
      const count = counts.get(stem) ?? 0;
      if (count > 0) strength = Math.max(strength, its);
      best = Math.max(best, (its * count * (SATURATION + 1)) / (count + SATURATION));
    }
    return { score: best, strength };
  });
  const having = found.reduce((sum, { strength }) => sum + strength, 0);
  const rarity = Math.log(1 + (tools.length - having + 0.5) / (having + 0.5));
  return found.map(({ score, strength }) => ({ score: score * rarity, strength }));
}

type Strengths = ReadonlyMap<string, { readonly strength: number; readonly isPlural: boolean }>;

/** Maps each stem to the requested word that it stands for best. */
function strongest({ words }: Request): Strengths {
  const best = new Map<string, { strength: number; isPlural: boolean }>();
  for (const { stems, isPlural } of words) {
    for (const [stem, strength] of stems) {
      if (strength > (best.get(stem)?.strength ?? 0)) best.set(stem, { strength, isPlural });
    }
  }
  return best;
}

/** Returns the share of a tool's name that was requested, 0..1. */
function coverageOf({ name }: ReadTool, strengths: Strengths): number {
  const covered = name.reduce((sum, { stem, isPlural }) => {
    const asked = strengths.get(stem);
    return asked === undefined ? sum : sum + asked.strength * (asked.isPlural === isPlural ? 1 : OTHER_NUMBER);
  }, 0);
  return covered / Math.max(1, name.length);
}

function fitOf({ intent, server }: ReadTool, asked: Request, strengths: Strengths): number {
  const isNamed = [...server].some((stem) => (strengths.get(stem)?.strength ?? 0) >= NAMES_SERVER);
  const known = intent !== undefined && asked.intent !== undefined;
  const does = !known ? 1 : intent === asked.intent ? SAME_INTENT : OTHER_INTENT;
  return does * (isNamed ? NAMED_SERVER : 1);
}
