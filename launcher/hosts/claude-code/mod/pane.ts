import { WHOLE_REASONS } from '../../../../src/unasked/whole-reasons.ts';
import type { Element, Elements } from './claude-code.ts';
import type { Mod } from './mod.ts';
import type { SeenResult } from './mod-ledger.ts';
import { tokensText } from './status-line.ts';

/** Max lines of a whole text that the pane shows. */
const MAX_LINES = 2000;

/** What the pane shows besides the results: the whole text of one of them. */
interface PaneState {
  whole: { readonly name: string; readonly lines: readonly string[] } | undefined;
}

export const createPaneState = (): PaneState => ({ whole: undefined });

/** Draws the pane: what was shortened, from how much to how much, and what stayed whole and why. */
export function drawPane(elements: Elements, mod: Mod, state: PaneState): Element {
  const { Box, Text } = elements;
  const children = state.whole === undefined ? listOf(elements, mod, state) : wholeOf(elements, mod, state);
  return Box({
    flexDirection: 'column',
    children: children.length === 0 ? [Text({ children: ['Nothing yet.'] })] : children,
  });
}

function listOf(elements: Elements, mod: Mod, state: PaneState): readonly Element[] {
  const { Box, Text, Button } = elements;
  const { mode } = mod.settings;
  const { results, shortened, saved, wouldSave } = mod.ledger.counts;
  const sum =
    mode === 'measure'
      ? `Only measuring: ${shortened} of ${results} long results would have been shortened, ${tokensText(wouldSave)} tokens`
      : `${shortened} of ${results} long results were shortened, ${tokensText(saved)} tokens saved`;
  const other = mode === 'on' ? 'off' : 'on';
  const switches = [
    Button({ key: 'mode', onPress: () => void mod.choose({ mode: other }), children: [`Switch ${other}`] }),
    Button({ key: 'project', onPress: () => void mod.leaveWhole(), children: ['Leave this project whole'] }),
  ];
  return [
    Text({ bold: true, children: [`${sum}.`] }),
    ...[mod.ledger.news].flatMap((text) => (text === undefined ? [] : [Text({ children: [text] })])),
    Box({ flexDirection: 'row', gap: 2, children: switches }),
    ...mod.ledger.seen.map((one, at) => rowOf(elements, mod, state, one, at)),
  ];
}

function rowOf({ Box, Text, Button }: Elements, mod: Mod, state: PaneState, one: SeenResult, at: number): Element {
  const { name, tool, tokens, shownTokens, ref, why } = one;
  const change =
    why === undefined ? `${tokensText(tokens)} → ${tokensText(shownTokens)}` : `whole: ${WHOLE_REASONS[why]}`;
  const open = async (): Promise<void> => {
    state.whole = { name, lines: (await mod.read(ref ?? '')).split('\n').slice(0, MAX_LINES) };
    mod.redraw();
  };
  const buttons = [
    ...(ref === undefined ? [] : [Button({ key: `open-${at}`, onPress: () => void open(), children: ['Whole'] })]),
    ...(one.path === undefined
      ? []
      : [
          Button({
            key: `leave-${at}`,
            onPress: () => void mod.leaveWhole(one.path as string),
            children: ['Leave whole'],
          }),
        ]),
  ];
  return Box({
    flexDirection: 'row',
    gap: 2,
    children: [Text({ children: [`${tool} ${name}`] }), Text({ dimColor: true, children: [change] }), ...buttons],
  });
}

function wholeOf({ Text, Button }: Elements, mod: Mod, state: PaneState): readonly Element[] {
  const back = (): void => {
    state.whole = undefined;
    mod.redraw();
  };
  return [
    Button({ key: 'back', onPress: back, children: ['Back'] }),
    Text({ bold: true, children: [state.whole?.name ?? ''] }),
    ...(state.whole?.lines ?? []).map((line) => Text({ children: [line === '' ? ' ' : line] })),
  ];
}
