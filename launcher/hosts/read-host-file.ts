import { readFile, stat } from 'node:fs/promises';
import { type ParseError, parse } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { errnoOf } from '../platform/paths/errno-of.ts';
import { errnoWords } from '../platform/paths/errno-words.ts';
import { expectedJson } from '../platform/text/expected-json.ts';
import { parseTomlText } from './parse-toml-text.ts';

/** Path and format of a file. */
export interface FormattedFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
}

/**
 * Max size of a host's file, in bytes. It is this large because Claude Code keeps its entire state beside its servers.
 */
const MAX_BYTES = 64 * 1024 * 1024;

export type ReadHostFile =
  /** `root` is undefined if there is no such file. */
  { readonly ok: true; readonly root: JsonObject | undefined } | { readonly ok: false; readonly message: string };

/** Reads another program's file. Error messages give the position of an error, but no content. */
export async function readHostFile({ path, format }: FormattedFile): Promise<ReadHostFile> {
  const fail = (why: string): ReadHostFile => ({ ok: false, message: `cannot read ${JSON.stringify(path)}: ${why}` });
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return fail(`it has ${size} bytes: expected at most ${MAX_BYTES}`);
    text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { ok: true, root: undefined };
    return fail(errnoWords(error));
  }
  if (text.trim() === '') return { ok: true, root: undefined };
  try {
    const toml = format === 'toml' ? await parseTomlText(text) : undefined;
    if (toml?.ok === false) return fail(toml.why);
    const root = toml === undefined ? fromJson(text) : toml.root;
    return isJsonObject(root) ? { ok: true, root } : fail('expected an object');
  } catch (error) {
    return fail(error instanceof SyntaxError ? error.message : `expected ${format.toUpperCase()}`);
  }
}

function fromJson(text: string): unknown {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return root;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new SyntaxError(`line ${line}: expected ${expectedJson(first.error)}`);
}
