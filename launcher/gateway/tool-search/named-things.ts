/** Things that a request names by themselves, and the words that tools have for their kind. */
const THINGS: readonly (readonly [thing: RegExp, words: string])[] = [
  [/\b[\w.-]+@[\w.-]+:[\w./-]+\.git\b/g, 'clone repository url'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g, 'email user'],
  [/\bhttps?:\/\/\S+/g, 'url page website'],
  [/(?<!\w)-?\d{1,3}\.\d{2,}\s*,\s*-?\d{1,3}\.\d{2,}\b/g, 'coordinates latitude longitude'],
  [/(?<![\w&])#[a-z][\w-]*/gi, 'channel'],
  [/(?<![\w&])#\d+\b/g, 'issue number'],
  [/\b\d{4}\.\d{4,5}\b/g, 'paper'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g, 'commit revision'],
  [/(?:~|(?<![\w.])\.{1,2}|(?<!\w))\/[\w.~/-]*/g, 'directory folder path'],
  [/\b[\w./-]+\.(?:png|jpe?g|gif|webp|svg|bmp|mp3|wav|mp4)\b/gi, 'image media file'],
  [/\b[\w./-]+\.(?:pdf|docx?|xlsx?|pptx?|odt)\b/gi, 'document file'],
  [
    /\b[\w./-]+\.(?:md|txt|csv|json|ya?ml|toml|log|[jt]sx?|py|rs|go|java|c|h|cpp|rb|php|sh|sql|html|css|env)\b/gi,
    'file',
  ],
  [/\b(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|edu|gov)\b/gi, 'website url'],
];

/**
 * Puts the words for its kind in the place of each thing that a request names: "channel" for `#ops`, "image" for
 * `logo.png`. The thing itself hardly ever stands in the description of a tool.
 */
export function withKinds(request: string): string {
  return THINGS.reduce((text, [thing, words]) => text.replace(thing, ` ${words} `), request);
}
