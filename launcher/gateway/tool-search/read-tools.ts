import { type Intent, intentOf } from './intent.ts';
import type { SearchableTool } from './searchable-tool.ts';
import { stemsOf, toolWordsOf, type Word } from './words.ts';

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
export interface ReadTool {
  /** Words of its name, without those that name its server. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words of its name, without those that name its server. */
  readonly name: readonly Word[];
  readonly server: ReadonlySet<string>;
  readonly intent: Intent | undefined;
}

/** Reads the texts of all tools. A word's weight depends on the average length of each field. */
export function readTools(tools: readonly SearchableTool[]): readonly ReadTool[] {
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
