interface Cells {
  readonly text: string;
  readonly color: string;
  readonly isBold: boolean;
}

interface Style {
  readonly color: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const CELL = { width: 7.83, height: 17 } as const;
const PAD = 16;
const TEXT = '#f0f6fc';
const DIM = '#9198a1';
const PLAIN: Style = { color: TEXT, isBold: false, isDim: false };
/** The first 16 colors of a terminal. */
const COLORS: readonly string[] = [
  ...['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  ...['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const SEQUENCE = /\u001b\[([\d;:]*)m/;

/** Draws a terminal's screen as SVG: its text, colors, bold and dim letters. */
export function drawScreen(screen: string, title: string): string {
  const lines = screen.replace(/\s+$/, '').split('\n');
  let style = PLAIN;
  const rows = lines.map((line) => {
    const { cells, last } = toCells(line, style);
    style = last;
    return cells;
  });
  const columns = Math.max(...rows.map((cells) => cells.reduce((sum, { text }) => sum + text.length, 0)));
  const [width, height] = [Math.ceil(columns * CELL.width) + 2 * PAD, rows.length * CELL.height + 2 * PAD];
  const drawn = rows.flatMap((cells, row) => {
    let column = 0;
    return cells.flatMap(({ text, color, isBold }) => {
      const x = (PAD + column * CELL.width).toFixed(1);
      column += text.length;
      if (text.trim() === '') return [];
      const fit = `textLength="${(text.length * CELL.width).toFixed(1)}"`;
      const bold = isBold ? ' font-weight="bold"' : '';
      const y = PAD + row * CELL.height + 13;
      return [`<text x="${x}" y="${y}" ${fit} fill="${color}"${bold} xml:space="preserve">${escapeXml(text)}</text>`];
    });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<style>text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }</style>
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
${drawn.join('\n')}
</svg>
`;
}

/** Splits a line at its escape sequences. A line begins with the style in which the line before it ends. */
function toCells(line: string, first: Style): { readonly cells: readonly Cells[]; readonly last: Style } {
  const cells: Cells[] = [];
  let last = first;
  for (const [at, part] of line.split(SEQUENCE).entries()) {
    const { color, isBold, isDim } = last;
    if (at % 2 === 1) last = styled(last, part.split(/[;:]/).map(Number));
    else if (part !== '') cells.push({ text: part, color: isDim && color === TEXT ? DIM : color, isBold });
  }
  return { cells, last };
}

function styled(before: Style, codes: readonly number[]): Style {
  let next = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) next = PLAIN;
    else if (code === 1) next = { ...next, isBold: true };
    else if (code === 2) next = { ...next, isDim: true };
    else if (code === 22) next = { ...next, isBold: false, isDim: false };
    else if (code === 39) next = { ...next, color: TEXT };
    else if (code === 38 || code === 48) {
      const [kind, red = 0, green = 0, blue = 0] = codes.slice(at + 1);
      const color = kind === 2 ? `rgb(${red},${green},${blue})` : of256(red);
      if (code === 38) next = { ...next, color };
      at += kind === 2 ? 4 : 2;
    } else if (code >= 30 && code <= 37) next = { ...next, color: COLORS[code - 30] ?? TEXT };
    else if (code >= 90 && code <= 97) next = { ...next, color: COLORS[code - 82] ?? TEXT };
  }
  return next;
}

/** Returns a color of the 256 that terminals know: 16 of their own, a cube of 6, and 24 grays. */
function of256(index: number): string {
  if (index < 16) return COLORS[index] ?? TEXT;
  if (index >= 232) return `rgb(${[1, 1, 1].map(() => 8 + (index - 232) * 10).join(',')})`;
  const cube = index - 16;
  const parts = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return `rgb(${parts.map((part) => (part === 0 ? 0 : 55 + part * 40)).join(',')})`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
