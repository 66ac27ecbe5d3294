/** Matches opening tags of texts that a host writes, and the tags around a slash command's arguments. */
const TAG =
  /<(system-reminder|task-notification|bash-\w+|local-command-\w+|command-(?:name|message))>|<\/?command-args>/g;

/** Removes text that a host added to the user's words, such as the name of a slash command. */
export function withoutTags(text: string): string {
  const open = new Set<string>();
  const own: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: name, index } of text.matchAll(TAG)) {
    if (index < from || (name !== undefined && open.has(name))) continue;
    const close = name === undefined ? '' : `</${name}>`;
    const at = text.indexOf(close, index + tag.length);
    // Search only once: without a closing tag after this one, there is none after later ones.
    if (at === -1) open.add(name ?? '');
    else {
      own.push(text.slice(from, index));
      from = at + close.length;
    }
  }
  return [...own, text.slice(from)].join(' ');
}
