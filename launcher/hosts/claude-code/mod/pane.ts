import { WHOLE_REASONS } from '../../../../src/unasked/whole-reasons.ts';
import type { Element, Elements } from './claude-code.ts';
import type { Mod } from './mod.ts';
import type { SeenResult } from './mod-ledger.ts';
import { tokensText } from './status-line.ts';

/** Max lines of a whole text that the pane shows, and max UTF-16 units of a line. */
const MAX = { lines: 1000, chars: 300 } as const;
/** Results that a key opens: 1 to 9. The others are opened by Tab and Enter, or by a click. */
const KEYS = 9;

/** The result that is open; undefined while the pane lists all. */
interface PaneState {
  open: { readonly result: SeenResult; readonly lines: readonly string[] } | undefined;
}

export const createPaneState = (): PaneState => ({ open: undefined });

/** Draws the pane: what was shortened, why, and from how much to how much; and what stayed whole. */
export function drawPane(elements: Elements, mod: Mod, state: PaneState): Element {
  const children = state.open === undefined ? listOf(elements, mod, state) : openOf(elements, mod, state, state.open);
  return elements.Box({ flexDirection: 'column', children });
}

function listOf(elements: Elements, mod: Mod, state: PaneState): readonly Element[] {
  const { Box, Text } = elements;
  const { mode, whole } = mod.settings;
  const { results, shortened, saved, wouldSave } = mod.ledger.counts;
  const sum =
    mode === 'measure'
      ? `Only measuring: ${shortened} of ${results} long results would have been shortened, ${tokensText(wouldSave)} tokens`
      : `${shortened} of ${results} long results were shortened, ${tokensText(saved)} tokens saved`;
  const other = mode === 'on' ? 'off' : 'on';
  const project = whole.includes(mod.root) ? 'Shorten in this project again' : 'Leave this project whole';
  return [
    Text({ bold: true, children: [`${sum}.`] }),
    ...[mod.ledger.news].flatMap((text) => (text === undefined ? [] : [Text({ children: [text] })])),
    Box({
      ...{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 2 },
      children: [
        button(elements, 's', `Switch ${other}`, () => mod.choose({ mode: other })),
        button(elements, 'p', project, () => mod.toggleWhole(mod.root)),
      ],
    }),
    ...mod.ledger.seen.flatMap((one, at) => rowsOf(elements, mod, state, one, at)),
  ];
}

function rowsOf(elements: Elements, mod: Mod, state: PaneState, one: SeenResult, at: number): readonly Element[] {
  const { Box, Text } = elements;
  const open = async (): Promise<void> => {
    state.open = { result: one, lines: [] };
    mod.redraw();
    const lines = await wholeLines(mod, one);
    if (state.open?.result === one) state.open = { result: one, lines };
    mod.redraw();
  };
  const key = at < KEYS ? String(at + 1) : undefined;
  const label = one.why === undefined ? [button(elements, key, 'Open', open, `open-${at}`)] : [];
  const name = Text({ wrap: 'truncate-middle', children: [nameOf(one, mod.root)] });
  return [
    Box({
      ...{ flexDirection: 'row', columnGap: 2, marginTop: 1 },
      children: [
        ...label.map((child) => Box({ flexShrink: 0, children: [child] })),
        name,
        ...(one.why === undefined
          ? [Box({ flexShrink: 0, children: [Text({ dimColor: true, children: [changeOf(one)] })] })]
          : []),
      ],
    }),
    Text({ dimColor: true, children: [whyOf(one)] }),
  ];
}

function openOf(
  elements: Elements,
  mod: Mod,
  state: PaneState,
  { result, lines }: NonNullable<PaneState['open']>,
): readonly Element[] {
  const { Box, Text } = elements;
  const { path } = result;
  const back = (): void => {
    state.open = undefined;
    mod.redraw();
  };
  const leave =
    path !== undefined && mod.settings.whole.includes(path) ? 'Shorten this file again' : 'Leave this file whole';
  return [
    Box({
      ...{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 2 },
      children: [
        button(elements, 'b', 'Back', back),
        ...(path === undefined ? [] : [button(elements, 'f', leave, () => mod.toggleWhole(path))]),
      ],
    }),
    Text({ bold: true, children: [`${nameOf(result, mod.root)}  ${changeOf(result)}`] }),
    Text({ dimColor: true, children: [whyOf(result)] }),
    ...lines.map((line) => Text({ wrap: 'truncate', children: [line === '' ? ' ' : line] })),
  ];
}

/** Reads the whole of a result, or says why there is none. */
async function wholeLines(mod: Mod, { ref }: SeenResult): Promise<readonly string[]> {
  if (ref === undefined) return ['The agent got all of it, since mcp-pruner only measures.'];
  const text = await mod.read(ref).catch(() => undefined);
  if (text === undefined) return [`cannot read "${printable(ref)}"`];
  const lines = text.split('\n');
  const more = lines.length - MAX.lines;
  return [
    ...lines.slice(0, MAX.lines).map((line) => printable(line).slice(0, MAX.chars)),
    ...(more > 0 ? [`and ${more} more lines in ${printable(ref)}`] : []),
  ];
}

/** Returns a button with a key that presses it, and a name that never changes. A fault in its work is nobody's concern. */
function button(
  { Button }: Elements,
  hotkey: string | undefined,
  label: string,
  work: () => void | Promise<void>,
  key: string = hotkey ?? label,
): Element {
  const onPress = (): void => void (async () => await work())().catch(() => {});
  return Button({ key, ...(hotkey === undefined ? {} : { hotkey }), plain: true, onPress, children: [label] });
}

function nameOf({ tool, name, path }: SeenResult, root: string): string {
  const short = path?.startsWith(`${root}/`) === true ? path.slice(root.length + 1) : name;
  return printable(`${tool} ${short}`).slice(0, MAX.chars);
}

const changeOf = ({ tokens, shownTokens }: SeenResult): string => `${tokensText(tokens)} → ${tokensText(shownTokens)}`;

function whyOf({ why, question = '' }: SeenResult): string {
  if (why !== undefined) return `whole, because ${WHOLE_REASONS[why]}`;
  const words = printable(question).replaceAll(/\s+/g, ' ').trim();
  return words === ''
    ? 'for what this session is about'
    : `for "${words.length > 160 ? `${words.slice(0, 159)}…` : words}"`;
}

/** Replaces characters that would move the cursor or cannot be drawn. */
const printable = (text: string): string => text.replaceAll('\t', '  ').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
