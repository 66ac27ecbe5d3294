const KANA = /[\u3041-\u30fe]/g;
const HAN = /[\u4e00-\u9fff]/g;
const CYRILLIC = { letters: /[\u0400-\u04ff]/g, frequent: /[оеаинтсрвлі]/gi, share: 0.5 };

/** An encoding of two bytes per character. Patterns with bytes are for texts that were read as Latin-1. */
interface Pairs {
  readonly name: string;
  readonly pair: RegExp;
  /** Pairs of frequent characters, which standards of that time put into the first rows. */
  readonly common: RegExp;
  /** Letters of the language, and the min share of them. */
  readonly script: RegExp;
  readonly share: number;
  /** True if the text of another encoding hardly ever passes. */
  readonly isDistinct: boolean;
}

const PAIRS: readonly Pairs[] = (
  [
    ['shift_jis', /[\x81-\x9f\xe0-\xfc][\x40-\xfc]|[\xa1-\xdf]/g, /^[\x81-\x83\x88-\x97]/, KANA, 0.15, true],
    ['euc-jp', /[\xa1-\xfe]{2}|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}/g, /^[\xa1-\xa5\xb0-\xcf]/, KANA, 0.15, true],
    ['euc-kr', /[\x81-\xfe][\x41-\xfe]/g, /^[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]$/, /[\uac00-\ud7a3]/g, 0.8, true],
    ['gb18030', /[\x81-\xfe](?:\d[\x81-\xfe]\d|[\x40-\xfe])/g, /^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]$/, HAN, 0.6, false],
    ['big5', /[\x81-\xfe][\x40-\xfe]/g, /^[\xa1-\xc6]/, HAN, 0.6, false],
  ] as const
).map(([name, pair, common, script, share, isDistinct]) => ({ name, pair, common, script, share, isDistinct }));

/** Encodings of scripts other than Latin, with the most frequent letters of their languages, and the min share of them. */
const SCRIPTS = [
  ...['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'].map((name) => ({ name, ...CYRILLIC })),
  { name: 'windows-1253', letters: /[\u0370-\u03ff]/g, frequent: /[αοιετσνηυρπάέίόή]/gi, share: 0.55 },
  { name: 'windows-1255', letters: /[\u0590-\u05ff]/g, frequent: /[יוהלאתרמבש]/g, share: 0.55 },
  { name: 'windows-1256', letters: /[\u0600-\u06ff]/g, frequent: /[اليمنوترب]/g, share: 0.5 },
  { name: 'windows-874', letters: /[\u0e00-\u0e7f]/g, frequent: /[านรอกเง่้มยลวดท]/g, share: 0.4 },
] as const;

/** Letters beyond ASCII of languages, by encoding. */
const LATIN: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['àâæçèéêëîïôœùûüÿ', 'äöüß', 'áéíóúñü', 'àèéìòùóíú', 'áâãàçéêíóõôú', 'åäöéæø'],
  'windows-1250': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíľňóôšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'windows-1254': ['çğıöşüâîûİ'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž'],
};

/** Signs that occur in texts of any language. */
const SIGNS =
  /[\u00a0\u00a1\u00a3\u00a7\u00a9-\u00ab\u00ae\u00b0\u00b1\u00b6\u00b7\u00ba\u00bb\u00bf\u2010-\u2027\u2030\u2039\u203a\u20ac\u2116\u2122]/g;

/** Signs between two letters, where of all signs only apostrophes, dashes, dots and spaces stand. */
const SIGN_IN_WORD =
  /(?<=[a-z])[\u00a1-\u00b6\u00b8-\u00bf\u2018\u201a-\u2022\u2030\u2039-\u2122](?=[a-z])(?<!\p{L})/gu;

/** Max characters of a text's words that are judged, and max bytes that are searched for them. */
const SAMPLE = { chars: 65_536, bytes: 4_194_304 } as const;

/** Min characters of a sample that may be cut. */
const LONG = 500;

const SPACE = 32;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A reading of the bytes: its encoding, how well it fits (0 to 1, and more if it is distinct), and letters seen. */
interface Reading {
  readonly name: string;
  readonly fit: number;
  readonly letters: number;
  readonly isLatin?: boolean;
}

/** Max bytes of ASCII that belong to a word on each side of others: a line of program code may have no spaces. */
const BESIDE = 1000;

/** Words of a text that have bytes beyond ASCII, as Latin-1. Other words say nothing about the encoding. */
function wordsBeyondAscii(bytes: Buffer): string {
  const text = bytes.toString('latin1', 0, SAMPLE.bytes);
  let sample = '';
  let done = 0;
  // Matched from the first byte beyond ASCII on, as a search for whole words would begin at each byte of long ones.
  for (const { index, 0: run } of text.matchAll(/[\x80-\xff]+[!-\x7f]{0,1000}/g)) {
    let from = index;
    while (from > done && from > index - BESIDE && text.charCodeAt(from - 1) > SPACE) from--;
    if (sample !== '' && from > done) sample += ' ';
    done = index + run.length;
    sample += text.slice(from, done);
    if (sample.length > SAMPLE.chars) return sample.slice(0, SAMPLE.chars);
  }
  return `${sample} `;
}

/** Share of the bytes beyond ASCII that are UTF-8 from which on a text is of several encodings. */
const MIXED = 0.02;
const UTF8_WORD = /(?<![\x80-\xff])(?:[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}){4,}(?![\x80-\xff])/g;

function isMixed(sample: string): boolean {
  const inUtf8 = (sample.match(UTF8_WORD) ?? []).reduce((sum, word) => sum + word.length, 0);
  return inUtf8 > MIXED * count(sample, /[\x80-\xff]/g);
}

/** Decodes bytes; undefined if they are invalid. `stream`: a character at their end may be cut off. */
function decoded(name: string, bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Min different characters of two bytes that are judged, and from which on a distinct encoding is told from others. */
const DIFFERENT = { min: 4, distinct: 12 } as const;

function byPairs({ name, pair, common, script, share, isDistinct }: Pairs, text: string, raw: string): Reading {
  const pairs = raw.match(pair) ?? [];
  const others = script === KANA ? 0 : count(text, KANA);
  const halfWidth = count(text, /[\uff61-\uff9f]/g);
  const letters = count(text, /(?![A-Za-z])\p{L}/gu);
  const isOther = others > 0.05 * pairs.length || halfWidth > 0.02 * pairs.length;
  const different = new Set(pairs).size;
  if (pairs.length === 0 || isOther || count(text, script) < share * letters) return { name, fit: 0, letters };
  const all = pairs.filter((one) => common.test(one)).length / pairs.length;
  const fit = different < DIFFERENT.min ? Math.min(all, UNSURE) : all;
  const isSure = isDistinct && fit >= SURE.other && different >= DIFFERENT.distinct;
  return { name, fit: isSure ? fit + 0.5 : fit, letters };
}

/** True if capitals stand where a writer would not put them: inside words, or in most words of a text. */
function hasOddCapitals(text: string): boolean {
  const beyond = text.replaceAll(/[A-Za-z](?![^\0-\x7f])/g, '');
  const upper = count(beyond, /\p{Lu}/gu);
  return count(beyond, /\p{Ll}\p{Lu}/gu) > 0.01 * beyond.length || upper > beyond.length / 2;
}
/** Min letters, and different ones, of a script that is no Latin. */
const LETTERS = { all: 14, different: 5 } as const;

function byScript({ name, letters, frequent, share }: (typeof SCRIPTS)[number], text: string): Reading {
  const beyond = count(text, /[^\0-\x7f]/gu) - count(text, SIGNS);
  const own = text.match(letters) ?? [];
  const source = letters.source;
  const joined = count(text, new RegExp(`[A-Za-z]${source}|${source}[A-Za-z]`, 'g'));
  const isFew = own.length < LETTERS.all || new Set(own).size < LETTERS.different;
  const isOdd =
    isFew || joined > 0.1 * own.length || count(text, frequent) < share * own.length || hasOddCapitals(text);
  return { name, fit: isOdd ? 0 : own.length / beyond, letters: own.length };
}

function byLetters(name: string, languages: readonly string[], text: string): Reading {
  const beyond = count(text, /[^\0-\x7f]/gu);
  const signs = count(text, SIGNS);
  const letters = beyond - signs;
  // Letters beyond ASCII are few in languages of Latin script, so that most stand beside others.
  const beside = count(text, /(?<=[A-Za-z])[^\0-\x7f](?<=\p{L})|[^\0-\x7f](?<=\p{L})(?=[A-Za-z])/gu);
  const none = { name, fit: 0, letters, isLatin: true };
  if (count(text, SIGN_IN_WORD) > 0.02 * beyond) return none;
  if (letters === 0) return { ...none, fit: signs > 0 ? 1 : 0 };
  if (beside < 0.6 * letters || count(text, /[a-z](?=[^\0-\x7f])\p{Lu}|(?=[^\0-\x7f])\p{Ll}[A-Z]/gu) > 0.02 * letters)
    return none;
  const shares = languages.map((own) => count(text, new RegExp(`[${own}${own.toUpperCase()}]`, 'g')) / letters);
  return { ...none, fit: Math.max(...shares) };
}

/** Min fit of a certain encoding, and the fit of one that too little speaks for. */
const SURE = { latin: 0.96, other: 0.9 } as const;
const UNSURE = 0.8;
/** Min lead over the next one; in Latin scripts, letters that only one explains: of a few letters, and of many. */
const LEAD = { fit: 0.25, few: 2, many: 1, share: 0.01 } as const;
const MANY = 8;
/** Min fit of an encoding that is named as a possible one, and max names. */
const POSSIBLE = { fit: 0.6, names: 3 } as const;

/** An encoding by its name for `TextDecoder`. */
interface DetectedEncoding {
  /** Undefined if it is not certain. */
  readonly certain: string | undefined;
  /** Encodings that it may be, the likeliest first. */
  readonly possible: readonly string[];
}

/**
 * Detects the encoding of a text that is not UTF-8. It is certain only if one reading makes words, and no other one
 * does, because a wrong decoding is worse than none.
 */
export function detectEncoding(bytes: Buffer): DetectedEncoding {
  const raw = wordsBeyondAscii(bytes);
  if (isMixed(raw)) return { certain: undefined, possible: [] };
  const sample = Buffer.from(raw, 'latin1');
  // The last word of a long text may end with half a character.
  const withoutLast = sample.subarray(0, raw.length > LONG ? raw.trimEnd().lastIndexOf(' ') : undefined);
  const readings = new Map<string, Reading>();
  const read = (name: string, judge: (text: string) => Reading): void => {
    const text = decoded(name, sample, raw.length === SAMPLE.chars) ?? decoded(name, withoutLast);
    if (text === undefined || /[\x80-\x9f]/.test(text)) return;
    const reading = judge(text);
    if (reading.fit > (readings.get(text)?.fit ?? 0)) readings.set(text, reading);
  };
  for (const one of PAIRS) read(one.name, (text) => byPairs(one, text, raw));
  for (const one of SCRIPTS) read(one.name, (text) => byScript(one, text));
  for (const [name, languages] of Object.entries(LATIN)) read(name, (text) => byLetters(name, languages, text));
  const [best, next] = [...readings.values()].sort((a, b) => b.fit - a.fit);
  const possible = [...readings.values()].filter(({ fit }) => fit >= POSSIBLE.fit).map(({ name }) => name);
  const isCertain =
    best !== undefined &&
    best.fit >= (best.isLatin ? SURE.latin : SURE.other) &&
    (next === undefined || leads(best, next));
  return { certain: isCertain ? best.name : undefined, possible: [...new Set(possible)].slice(0, POSSIBLE.names) };
}

function leads(best: Reading, next: Reading): boolean {
  const lead = best.fit - next.fit;
  if (best.isLatin !== true || next.isLatin !== true) return lead >= LEAD.fit;
  const explained = lead * best.letters + 1e-9;
  return explained >= Math.max(best.letters < MANY ? LEAD.few : LEAD.many, LEAD.share * best.letters);
}

/** Characters that no text has: controls, and code points without a character. */
const NO_TEXT = /(?![\t-\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u;

/**
 * Detects UTF-16 without a byte order mark. Every ASCII character of it has a zero byte, which other texts never have.
 */
export function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, SAMPLE.chars);
  // A part in ASCII would become ideographs.
  if (/[\t\n\r -~]{16}/.test(head.toString('latin1'))) return undefined;
  return (['utf-16le', 'utf-16be'] as const).find((name) => {
    const text = decoded(name, head, true)?.replaceAll('\u001b', '') ?? '';
    return /[ \n]/.test(text) && !NO_TEXT.test(text);
  });
}
