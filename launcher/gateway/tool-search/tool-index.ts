import { type Intent, intentOf } from './intent.ts';
import { type AskedWord, type Request, readRequest } from './request.ts';
import { stemsOf, toolWordsOf, type Word } from './words.ts';

/** A tool with all texts that describe it. */
interface SearchableTool {
  /** The tool's server, by its name in the configuration. */
  readonly server: string;
  /** The tool's own name, without the server's. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly ToolArgument[];
}

interface ToolArgument {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Weight of a word by field, and how much the field's length reduces it (0..1). */
const FIELDS = {
  name: { weight: 2.5, b: 0.5 },
  title: { weight: 1, b: 0.75 },
  server: { weight: 3, b: 0 },
  /** The first sentence of the description. */
  summary: { weight: 2, b: 0.75 },
  details: { weight: 0.5, b: 0.75 },
  argument: { weight: 0.5, b: 0.75 },
  argumentDescription: { weight: 0.2, b: 0.75 },
} as const;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[];

/** Max UTF-16 units read per text. The purpose of a tool is at its start. */
const MAX_CHARS = 4000;
const MAX_ARGUMENTS = 100;
/** A word names the server if more than this share of the server's tools have it in their names. */
const SHARED = 0.6;

/** A tool as the search reads it. */
interface ReadTool {
  /** Words of its name, without those that name its server. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words of its name, without those that name its server. */
  readonly name: readonly Word[];
  readonly server: ReadonlySet<string>;
  readonly intent: Intent | undefined;
}

/** Reads the texts of all tools. A word's weight depends on the average length of each field. */
function readTools(tools: readonly SearchableTool[]): readonly ReadTool[] {
  const shared = sharedWords(tools);
  const names = tools.map(({ server, name }) => toolWordsOf(name).filter(({ stem }) => !shared.get(server)?.has(stem)));
  const texts = tools.map((tool, i) =>
    toTexts(tool, names[i] as readonly Word[], shared.get(tool.server) ?? new Set()),
  );
  const averages = new Map(
    FIELD_NAMES.map((field) => {
      const words = texts.reduce((sum, text) => sum + text[field].length, 0);
      return [field, Math.max(1, words / Math.max(1, tools.length))] as const;
    }),
  );
  return tools.map((tool, i) => {
    const counts = new Map<string, number>();
    for (const field of FIELD_NAMES) {
      const { weight, b } = FIELDS[field];
      const stems = (texts[i] as Texts)[field];
      const each = weight / (1 - b + (b * stems.length) / (averages.get(field) as number));
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + each);
    }
    const begun = stemsOf(cut(tool.description).slice(0, 100)).slice(0, 3);
    const intent = intentOf(stemsOf(tool.name)) ?? intentOf(begun);
    return { counts, name: names[i] as readonly Word[], server: new Set(stemsOf(tool.server)), intent };
  });
}

type Texts = Readonly<Record<Field, readonly string[]>>;

function toTexts(tool: SearchableTool, name: readonly Word[], shared: ReadonlySet<string>): Texts {
  const description = cut(tool.description).trim();
  const [summary = ''] = /^.*?(?:[.!?]\s|\n|$)/s.exec(description) ?? [];
  const args = tool.arguments.slice(0, MAX_ARGUMENTS);
  return {
    name: name.map(({ stem }) => stem),
    title: stemsOf(cut(tool.title)),
    server: [...shared],
    summary: stemsOf(summary),
    details: stemsOf(description.slice(summary.length)),
    argument: args.flatMap((one) => stemsOf(cut(one.name))),
    argumentDescription: stemsOf(cut(args.map((one) => one.description ?? '').join(' '))),
  };
}

const cut = (text = ''): string => text.slice(0, MAX_CHARS);

/** Returns the words that name each server: those of its own name, and those in the names of most of its tools. */
function sharedWords(tools: readonly SearchableTool[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, (readonly string[])[]>();
  for (const { server, name } of tools) names.set(server, [...(names.get(server) ?? []), stemsOf(name)]);
  return new Map(
    [...names].map(([server, own]) => {
      const having = new Map<string, number>();
      for (const stem of own.flatMap((stems) => [...new Set(stems)])) having.set(stem, (having.get(stem) ?? 0) + 1);
      const common = [...having].filter(([, count]) => count > 2 && count > SHARED * own.length);
      return [server, new Set([...stemsOf(server), ...common.map(([stem]) => stem)])];
    }),
  );
}

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

export type ToolIndex = ReturnType<typeof createToolIndex>;

/** Indexes tools once, so that a search takes time only for its words. Deterministic. */
export function createToolIndex(tools: readonly SearchableTool[]) {
  const read = readTools(tools);
  return {
    /** Returns the indexes of the tools that share words with a request, best first. */
    search(request: string): readonly number[] {
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
