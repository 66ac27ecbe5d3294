import { writeJson } from '../base/json/json-number.ts';

type Block = Readonly<Record<string, unknown>>;

/** Joins the texts of a result's blocks, embedded resources included, as a model reads them. Skips images and audio. */
export function shownText(content: readonly object[]): string {
  const texts = (content as readonly Block[]).map(({ text, resource }) => {
    const embedded = (resource as Block | undefined)?.['text'];
    return typeof text === 'string' ? text : embedded;
  });
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Returns the text of a result that a model is shown: its texts, otherwise its structured content. */
export function modelText({
  content,
  structuredContent,
}: {
  readonly content: readonly object[];
  readonly structuredContent?: unknown;
}): string {
  const text = shownText(content);
  return text === '' && structuredContent !== undefined ? writeJson(structuredContent) : text;
}
