/** UTF-16 units at the beginning of a prompt that are searched for its request. */
const CHARS = 600;
/** Requests to judge or explain code rather than change it, and the hosts' commands for that. */
const REVIEW =
  /(?:^|[^\w-])(?:(?:re-?)?review|code-review|security-review|audit|critique|explain|walk me through)(?![\w-])/i;
const REVIEWING_COMMAND = /\bgh pr (?:diff|review)\b|\bgit diff [^|;&]*\.\.\.?\w/;

/** True if a prompt asks to review, audit or explain. Then any line may matter, even one that will not be edited. */
export function asksForReview(prompt: string): boolean {
  return REVIEW.test(prompt.slice(0, CHARS));
}

/** True if a command shows the changes to review. */
export function showsReview(command: string): boolean {
  return REVIEWING_COMMAND.test(command);
}
