/** Hashes a name to 30 bits (FNV-1a), which engines store unboxed. A collision is rare and adds one false link. */
export function linkKey(kind: 'id' | 'file' | 'symbol', name: string): number {
  let hash = 0x811c9dc5;
  const text = `${kind}:${name}`;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

/**
 * Links of a segment to others, as one list: the number of keys it provides, those keys, then the keys it mentions. A
 * key stands for an id (tag `ref:<id>`), a file, or a defined symbol. A segment refers to every segment that provides a
 * key it mentions.
 */
export type Links = readonly number[];

/** Max characters scanned for names: the first screens of a text hold most of them. */
const SEARCHED = 65_536;
const MAX_MENTIONS = 24;
const MAX_DEFINITIONS = 20;
const LONGEST_NAME = 160;

// Linear in any text: a single class, no nesting.
const WORD = /[\w$@./\\-]{4,}/g;
const PATH = /[/\\][\w@-]*[\w-]\.[A-Za-z]\w{0,7}$/;
/** Extensions that make a name without a folder a file. Any other `a.b` is more likely a property. */
const FILE =
  /^[\w.-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|[ch](?:c|pp|s)?|swift|json|toml|ya?ml|md|txt|sh|sql|html|s?css|xml|ini|cfg|lock|log|csv)$/;
/** Matches a made-up name, which has a capital, an underscore or a digit inside. */
const MADE_UP = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Z]{2}[a-z]|[A-Za-z]\d+[A-Za-z]/;
const NAME = /[A-Za-z_$][\w$]{3,63}/g;
const DEFINITION =
  /^[ \t]{0,8}(?:(?:export|default|public|private|protected|static|abstract|async|pub|final) ){0,4}(?:function|class|interface|type|enum|struct|trait|def|fn|func) ([A-Za-z_$][\w$]{2,63})|^(?:export )?const ([A-Za-z_$][\w$]{2,63})/gm;

export interface LinkSource {
  readonly id: string;
  readonly text: string;
  readonly file: string | null;
  readonly tags: readonly string[];
}

export function linksOf({ id, text, file, tags }: LinkSource): Links {
  const searched = text.slice(0, SEARCHED);
  const provides = new Set([linkKey('id', id)]);
  if (file !== null) for (const name of fileNames(file)) provides.add(linkKey('file', name));
  for (const [, block, constant] of searched.matchAll(DEFINITION)) {
    if (provides.size >= MAX_DEFINITIONS) break;
    provides.add(linkKey('symbol', block ?? constant ?? ''));
  }
  const mentions = new Set<number>();
  for (const tag of tags) if (tag.startsWith('ref:')) mentions.add(linkKey('id', tag.slice(4)));
  for (const [word] of searched.matchAll(WORD)) {
    if (mentions.size >= MAX_MENTIONS) break;
    if (word.length > LONGEST_NAME) continue;
    const path = word.replace(/[.:-]+$/, '');
    if (PATH.test(path) || FILE.test(path)) {
      const [named] = fileNames(path);
      if (named !== undefined) mentions.add(linkKey('file', named));
    }
    if (word.includes('/')) continue;
    for (const [name] of word.matchAll(NAME)) if (MADE_UP.test(name)) mentions.add(linkKey('symbol', name));
  }
  // Names that a segment provides itself are not references.
  for (const own of provides) mentions.delete(own);
  return [provides.size, ...provides, ...[...mentions].slice(0, MAX_MENTIONS)];
}

/** Names by which a file may be mentioned, most exact first: with its folder, and without. */
function fileNames(file: string): readonly string[] {
  const parts = file.split(/[/\\]+/).filter((part) => part !== '' && part !== '.');
  const base = parts.at(-1);
  if (base === undefined) return [];
  const folder = parts.at(-2);
  return folder === undefined ? [base] : [`${folder}/${base}`, base];
}
