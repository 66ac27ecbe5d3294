type Block = Readonly<Record<string, unknown>>;

/** The texts of a result's blocks, those of embedded resources among them, as a model reads them; no images or sounds. */
export function shownText(content: readonly object[]): string {
  const texts = (content as readonly Block[]).map(({ text, resource }) => {
    const embedded = (resource as Block | undefined)?.['text'];
    return typeof text === 'string' ? text : embedded;
  });
  return texts.filter((text) => typeof text === 'string').join('\n');
}
