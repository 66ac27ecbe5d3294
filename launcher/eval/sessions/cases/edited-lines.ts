/** The 1-based lines that a piece of a text takes up; none where the text does not have it as whole lines would. */
export function linesOfPiece(text: string, piece: string): readonly number[] {
  const at = text.indexOf(piece);
  if (at === -1) return [];
  const first = lineAt(text, at);
  const last = first + piece.split('\n').length - 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** The 1-based line that an offset lies in. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
