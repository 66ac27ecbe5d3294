import type { Edit } from '../modules-without.ts';

/** The repository's folder. */
export const ROOT: string = new URL('../../../', import.meta.url).href;

/** A rule of automatic pruning, and the edit that removes it. */
export interface MoneyRule extends Edit {
  readonly name: string;
}

const WHOLE = { file: 'src/unasked/why-whole.ts' } as const;
const SHORTEN = { file: 'src/unasked/shorten-result.ts' } as const;
const PIECES = { file: 'src/engine/keep/whole-pieces.ts' } as const;

/** Rules that leave results whole. */
export const WHOLE_RULES: readonly MoneyRule[] = [
  { ...WHOLE, name: 'reviews whole', from: 'if (context?.isReview === true)', to: 'if (false)' },
  {
    ...WHOLE,
    name: 'files that the prompt names whole',
    from: 'files.some((file) => context?.isAskedFor?.(file))',
    to: 'false',
  },
  {
    ...WHOLE,
    name: 'results below 2,000 tokens whole (600 instead)',
    from: 'const MIN_TOKENS = 2000',
    to: 'const MIN_TOKENS = 600',
  },
  { ...WHOLE, name: 'ranges whole', from: 'if (isPart(args, action, firstLineOf(given)))', to: 'if (false)' },
  {
    ...WHOLE,
    name: 'files read again whole',
    from: "if (action.kind === 'read' && files.some(wasShortened))",
    to: 'if (false)',
  },
];

/** Rules that were added last, each of which is also measured alone. */
export const LATER_RULES: readonly MoneyRule[] = [
  {
    file: 'src/unasked/cares-of.ts',
    name: 'references to lines that were shown before',
    from: "const references = isAgain ? [] : (['references'] as const);",
    to: 'const references: readonly Care[] = [];',
  },
  {
    file: 'src/shorten/prune-part.ts',
    name: 'choosing again within the limit of a host',
    from: 'const isBounded = maxBytes < Number.POSITIVE_INFINITY;',
    to: 'const isBounded = false;',
  },
  {
    file: 'src/unasked/shown-files.ts',
    name: 'printed ranges from line 1 whole',
    from: ' || action.isRange === true',
    to: '',
  },
  {
    file: 'src/engine/score/named-lines.ts',
    name: 'words of the prompt in names of definitions',
    from: 'for (const line of definedByPrompt(document))',
    to: 'for (const line of [])',
  },
  {
    file: 'src/session-memory/session-memory.ts',
    name: 'files named without an extension',
    from: " || files.has(name.replace(/\\.\\w{1,8}$/, ''))",
    to: '',
  },
];

export const MONEY_RULES: readonly MoneyRule[] = [
  ...WHOLE_RULES,
  ...LATER_RULES,
  { ...SHORTEN, name: 'three tenths spared', from: 'gaps: 0.3', to: 'gaps: 0' },
  {
    file: 'src/engine/score/learned/session-scorer.ts',
    name: 'what was named',
    from: 'if (named[line] === 0) continue;',
    to: 'continue;',
  },
  {
    file: 'src/engine/keep/select-lines.ts',
    name: 'whole pieces',
    from: 'if (request.automatic !== undefined && !limited) wholePieces(',
    to: 'if (false) wholePieces(',
  },
  { ...PIECES, name: 'both lines of a pair of brackets', from: 'closePairs(pairs, keep);', to: '' },
  { ...PIECES, name: 'comments whole', from: 'wholeComments(shape, keep);', to: '' },
  { ...PIECES, name: 'strings whole', from: "if (kind === 'source') wholeStrings(shape, keep);", to: '' },
  { ...PIECES, name: 'gaps of 24 lines shown (6 instead)', from: 'const MAX_GAP = 24', to: 'const MAX_GAP = 6' },
  {
    file: 'src/engine/render/show-lines.ts',
    name: 'outlines in gaps',
    from: 'request.outlines === true && structure',
    to: 'false && structure',
  },
];
