/**
 * Patterns of things that a request may mention, and the words that tools use for things of that kind. The first match
 * counts.
 */
const THINGS: readonly (readonly [thing: RegExp, words: string])[] = [
  [/\b[\w.-]+@[\w.-]+:[\w./-]+\.git\b/, 'clone repository url'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/, 'email user'],
  [/\bhttps?:\/\/\S+/, 'url page website'],
  [/(?<!\w)-?\d{1,3}\.\d{2,}\s*,\s*-?\d{1,3}\.\d{2,}\b/, 'coordinates latitude longitude'],
  [/(?<![\w&])#[a-z][\w-]*/, 'channel'],
  [/(?<![\w&])#\d+\b/, 'issue number'],
  [/\b\d{4}\.\d{4,5}\b/, 'paper'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/, 'commit revision'],
  [/(?:~|(?<![\w.])\.{1,2}|(?<!\w))\/[\w.~/-]*/, 'directory folder path'],
  [/\b[\w./-]+\.(?:png|jpe?g|gif|webp|svg|bmp|mp3|wav|mp4)\b/, 'image media file'],
  [/\b[\w./-]+\.(?:pdf|docx?|xlsx?|pptx?|odt)\b/, 'document file'],
  [/\b[\w./-]+\.(?:md|txt|csv|json|ya?ml|toml|log|[jt]sx?|py|rs|go|java|c|h|cpp|rb|php|sh|sql|html|css|env)\b/, 'file'],
  [/\b(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|edu|gov)\b/, 'website url'],
];

const ANY = new RegExp(THINGS.map(([thing]) => `(${thing.source})`).join('|'), 'gi');

/**
 * Adds to each thing in a request the words for its kind: "channel" to `#ops`, "image" to `logo.png`. Descriptions of
 * tools hardly ever contain the thing itself. It still stays in the request, because a URL may name a server.
 */
export function withKinds(request: string): string {
  return request.replace(ANY, (thing, ...groups) => {
    const [, words] = THINGS[groups.findIndex((group) => group !== undefined)] ?? [];
    return `${thing} ${words} `;
  });
}
