import type { ShownLine } from './shown-line.ts';

/** A question, and the lines of its answer. */
export interface Pictured {
  readonly file: string;
  readonly question: string;
  readonly lines: readonly ShownLine[];
  /** Tokens without the question, and with it. */
  readonly before: number;
  readonly after: number;
}

const WIDTH = 960;
const PAD = 28;
const GUTTER = 44;
const LINE = 19;
const BAR = 14;
/** Y coordinate of the first line of code, below the question. */
const TOP = 92;

// Colors of both schemes have a contrast of at least 4.5 to 1 with their background (WCAG 2.2, 1.4.3).
const STYLE = `
  .ground { fill: #ffffff; stroke: #d0d7de }
  text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13px; fill: #1f2328; white-space: pre }
  .words { font-family: system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif }
  .question { font-size: 17px; font-weight: 600 }
  .dim { fill: #59636e }
  .gap { fill: #fff8c5 }
  .gap-words { fill: #7d4e00 }
  .whole { fill: #d0d7de }
  .shown { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .dim { fill: #9198a1 }
    .gap { fill: #272115 }
    .gap-words { fill: #e3b341 }
    .whole { fill: #3d444d }
    .shown { fill: #2ea043 }
  }
`;

const number = new Intl.NumberFormat('en');

/** Draws an SVG for light and dark pages: the question, the shown lines, the gaps and the tokens. */
export function drawPicture({ file, question, lines, before, after }: Pictured): string {
  const rows = lines.map((line, at) => drawLine(line, TOP + at * LINE));
  const foot = TOP + lines.length * LINE + 26;
  const widest = WIDTH - 2 * PAD - 250;
  const bar = (tokens: number, name: string, words: string, y: number): string =>
    `<rect class="${name}" x="${PAD + 250}" y="${y}" width="${Math.max(2, Math.round((widest * tokens) / before))}" height="${BAR}" rx="3"/>` +
    `<text class="words" x="${PAD}" y="${y + 12}">${escapeXml(words)}</text>`;
  const saved = `${Math.round((100 * (before - after)) / before)} % saved`;
  const height = foot + 78;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(`read ${file}: “${question}”`)}</title>
<desc id="desc">${escapeXml(`Of ${number.format(before)} tokens ${number.format(after)} came back: the lines that answer the question, verbatim, and each gap with the lines that were left out.`)}</desc>
<style>${STYLE}</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
<text class="dim" x="${PAD}" y="36">${escapeXml(`read  ${file}`)}</text>
<text class="words question" x="${PAD}" y="64">${escapeXml(question)}</text>
${rows.join('\n')}
${bar(before, 'whole', `without the question  ${number.format(before)} tokens`, foot)}
${bar(after, 'shown', `with it  ${number.format(after)} tokens, ${saved}`, foot + 26)}
</svg>
`;
}

function drawLine(line: ShownLine, y: number): string {
  const base = y + 14;
  if (line.kind === 'own') {
    const gutter = `<text class="dim" x="${PAD + GUTTER - 14}" y="${base}" text-anchor="end">${line.number}</text>`;
    return `${gutter}<text x="${PAD + GUTTER}" y="${base}" xml:space="preserve">${escapeXml(line.text)}</text>`;
  }
  if (line.kind === 'notice') return `<text class="dim" x="${PAD + GUTTER}" y="${base}">${escapeXml(line.text)}</text>`;
  const { first, last } = line;
  const words = `(filtered ${last - first + 1} lines: ${first}-${last})`;
  return (
    `<rect class="gap" x="${PAD}" y="${y}" width="${WIDTH - 2 * PAD}" height="${LINE}" rx="4"/>` +
    `<text class="gap-words" x="${PAD + GUTTER}" y="${base}">${escapeXml(words)}</text>`
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
