import { readQuestion } from '../../../src/pruning/question.ts';
import { eachName } from '../../../src/pruning/words.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** BM25 (Robertson and Zaragoza 2009): how soon a word that comes again counts no more, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
/** How often a word counts by where it stands. */
const WEIGHTS = { name: 4, title: 2, description: 1, argument: 1 } as const;

/** The tools whose names, descriptions and arguments share words with a query, the best first. */
export function rankTools(tools: readonly OfferedTool[], query: string): readonly OfferedTool[] {
  const asked = readQuestion(query);
  const documents = tools.map((tool) => countTerms(tool, (word) => asked.match(word)));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const rarity = asked.terms.map(({ weight }, term) => {
    const having = documents.filter(({ counts }) => counts.has(term)).length;
    return weight * Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  });
  const scores = documents.map(({ counts, length }) => {
    let score = 0;
    for (const [term, count] of counts) {
      score += ((rarity[term] as number) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
    }
    return score;
  });
  return tools
    .map((tool, i) => ({ tool, score: scores[i] as number }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

type Match = (word: string) => { readonly term: number; readonly strength: number } | undefined;

function countTerms({ name, tool }: OfferedTool, match: Match) {
  const counts = new Map<number, number>();
  let length = 0;
  const read = (text: unknown, weight: number): void => {
    if (typeof text !== 'string') return;
    eachName(text, 0, text.length, (from, _to, ends, words) => {
      for (let i = 0, at = from; i < words; at = ends[i++] as number) {
        const found = match(
          text
            .slice(at, ends[i])
            .replace(/^[_$]+/, '')
            .toLowerCase(),
        );
        length++;
        if (found !== undefined) counts.set(found.term, (counts.get(found.term) ?? 0) + weight * found.strength);
      }
    });
  };
  read(name, WEIGHTS.name);
  read(tool['title'], WEIGHTS.title);
  read(tool['description'], WEIGHTS.description);
  for (const argument of Object.keys((tool.inputSchema['properties'] ?? {}) as JsonObject)) {
    read(argument, WEIGHTS.argument);
  }
  return { counts, length };
}
