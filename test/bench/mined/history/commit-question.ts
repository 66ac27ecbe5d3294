const MIN_CHARS = 18;
const MIN_WORDS = 4;
const MAX_BODY_CHARS = 240;
/** Max characters of a message to search. Longer text is probably generated, and searching it may take forever. */
const MAX_CHARS = 4000;

/** Subjects that say nothing about the code they change. */
const EMPTY =
  /\b(?:bump|release|typo|lint|format|prettier|merge|revert|changelog|version|docs?|readme|ci|wip|rename|cleanup|license|copyright)\b/i;
/** Prefixes such as `fix(scope): `, and issue numbers. */
const NOISE = /^\w+(?:\([^)]*\))?!?:\s*|\s*\(#\d+\)|#\d+/g;
/** Paragraphs of a body that are addressed to people or tools. */
const ASIDE = /^(?:signed-off|co-authored|reviewed|fixes|closes|refs|pr|\*|-|http)/i;

/** Makes a question of a commit's subject and the first paragraph of its body; undefined if it says nothing. */
export function commitQuestion(message: string): string | undefined {
  const [head = '', ...rest] = message.trim().slice(0, MAX_CHARS).split('\n');
  const subject = head.replaceAll(NOISE, '').trim();
  if (subject.length < MIN_CHARS || subject.split(/\s+/).length < MIN_WORDS || EMPTY.test(subject)) return undefined;
  const paragraphs = rest.join('\n').split(/\n\s*\n/);
  const body = paragraphs
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .find((one) => one.length > 20 && !ASIDE.test(one));
  return body === undefined ? subject : `${subject}. ${body.slice(0, MAX_BODY_CHARS)}`.trim();
}
