import { eachName, stem } from '../../../src/text/words.ts';

export interface Word {
  readonly stem: string;
  readonly isPlural: boolean;
}

/** Names that are one word despite their humps: "GitHub" is not "git". */
const ONE_WORD =
  /\b(?:GitHub|GitLab|MongoDB|CircleCI|JavaScript|TypeScript|PostgreSQL|MySQL|NoSQL|GraphQL|DynamoDB|BigQuery|YouTube|LinkedIn|ClickUp|PayPal|HubSpot|WordPress|OpenAI|macOS|DevTools)\b/g;

/** Returns the words of a text. Names are cut at `_`, `-`, `/` and camelCase humps. */
export function toolWordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  const flat = text.replace(ONE_WORD, (name) => name.toLowerCase());
  eachName(flat, 0, flat.length, (from, _to, ends, count) => {
    for (let i = 0, at = from; i < count; at = ends[i++] as number) {
      const word = flat
        .slice(at, ends[i])
        .replace(/^[_$]+/, '')
        .toLowerCase();
      words.push({ stem: stem(word), isPlural: word.length > 3 && /[^s]s$/.test(word) });
    }
  });
  return words;
}

/** Returns the stems of a text's words. */
export const stemsOf = (text: string): readonly string[] => toolWordsOf(text).map((word) => word.stem);
