const MIN_CHARS = 18;
const MIN_WORDS = 4;
const MAX_BODY_CHARS = 240;
/** Of a message; what may follow is none that somebody has written, and searching it may take for ever. */
const MAX_CHARS = 4000;

/** Subjects that tell nothing of the code they change. */
const EMPTY =
  /\b(?:bump|release|typo|lint|format|prettier|merge|revert|changelog|version|docs?|readme|ci|wip|rename|cleanup|license|copyright)\b/i;
/** `fix(scope): `, and numbers of issues. */
const NOISE = /^\w+(?:\([^)]*\))?!?:\s*|\s*\(#\d+\)|#\d+/g;
/** Paragraphs of a body that are for people or tools. */
const ASIDE = /^(?:signed-off|co-authored|reviewed|fixes|closes|refs|pr|\*|-|http)/i;

/** A commit's subject, with the first paragraph of its body, as a question; undefined where it tells nothing. */
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
