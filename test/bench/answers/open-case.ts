import { decodeText } from '../../../launcher/platform/text/text-encoding.ts';
import type { AnswerCase } from './answer-case.ts';
import { readCloneFile } from './clone-files.ts';
import { labelFaults } from './label.ts';

/** A case with its text. */
export interface OpenedCase {
  readonly of: AnswerCase;
  /** The text in its own encoding, to which the labels refer. */
  readonly text: string;
  /** The text as `prune` reads its bytes. */
  readonly given: string;
  /** Name of the file that `prune` is given; undefined if the text is piped into it. */
  readonly path: string | undefined;
}

/** Opens a case. Undefined if its clone is not there. Throws if the text is not the one that was labelled. */
export async function openCase(
  of: AnswerCase,
  texts: ReadonlyMap<string, Buffer>,
  repos: string | undefined,
): Promise<OpenedCase | undefined> {
  const source = of.of;
  const bytes = 'text' in source ? texts.get(source.text) : repos && readCloneFile(repos, source);
  if (bytes === undefined || bytes === '') return undefined;
  const text = new TextDecoder(of.encoding).decode(bytes);
  const shifted = labelFaults([...of.must, ...(of.against ?? [])].flat(), text);
  if (shifted.length > 0) throw new Error(`cannot judge "${of.id}": its text has other lines at ${shifted.join(', ')}`);
  return { of, text, given: (await decodeText(bytes)).text, path: source.path };
}
