const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** Returns the text of an issue's HTML, with code marked as in Markdown. */
export function toPlainText(html: string): string {
  return html
    .replaceAll(/<\/?pre[^>]*>/g, '\n```\n')
    .replaceAll(/<\/?code[^>]*>/g, '`')
    .replaceAll(/<(?:br|p|li|h\d|div|\/p|\/li|\/h\d|\/div|\/tr)[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
