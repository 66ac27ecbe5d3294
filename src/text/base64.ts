/** Min characters of a text that is taken for base64. */
const MIN_CHARS = 200;
/** Characters that are examined, and min distinct ones among them. Words, paths and hex digits have fewer. */
const SAMPLE = 512;
/** Characters at the beginning of a data URI that may contain its type. */
const PREFIX = 300;
const MIN_DISTINCT = 40;

/** Media types by the first characters of their base64. */
const BEGINNINGS: readonly (readonly [beginning: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['Qk0', 'image/bmp'],
  ['JVBERi0', 'application/pdf'],
  ['UEsDB', 'application/zip'],
  ['H4sI', 'application/gzip'],
  ['SUQz', 'audio/mpeg'],
  ['AAAAIGZ0eX', 'video/mp4'],
];

const LINE = /^[A-Za-z0-9+/_-]{40,}$/;
const END = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Describes a text that is base64 (RFC 4648) or a data URI (RFC 2397) as a whole: `base64, 37500 bytes, image/png`.
 * Undefined for any other text. A part of base64 would tell a reader nothing.
 */
export function describeBase64(text: string): string | undefined {
  if (text.length < MIN_CHARS) return undefined;
  const [prefix = '', named] = /^\s*(?:data:([\w.+/-]{1,100})?[^,]{0,100};base64,)?/.exec(text.slice(0, PREFIX)) ?? [];
  const sample = text.slice(prefix.length, prefix.length + SAMPLE).replaceAll(/\s/g, '');
  if (new Set(sample).size < MIN_DISTINCT) return undefined;
  const lines = text.slice(prefix.length).trimEnd().split(/\r?\n/);
  const [first = '', last = ''] = [lines[0], lines.pop()];
  // MIME (RFC 2045) breaks base64 into lines of equal length.
  if (!END.test(last) || !lines.every((line) => line.length === first.length && LINE.test(line))) return undefined;
  const chars = lines.length * first.length + last.replace(/=+$/, '').length;
  const type = named ?? BEGINNINGS.find(([beginning]) => sample.startsWith(beginning))?.[1];
  return `base64, ${Math.floor((chars * 3) / 4)} bytes${type === undefined ? '' : `, ${type}`}`;
}
