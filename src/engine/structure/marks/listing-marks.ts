import type { Mark } from './mark.ts';

/** Letters and headings of git for the state of a file. */
export const FILE_STATES: readonly Mark[] = [
  { asked: /\b(?:delet|remov|dropp?|gone\b)/i, line: /^(?:D| D|D[ DM]|R?D\d*)\s+\S|^deleted file mode|^\s+deleted: / },
  { asked: /\b(?:add|new\b|creat|introduc)/i, line: /^(?:A|A[ MD]| A)\s+\S|^new file mode|^\s+new file: / },
  { asked: /\b(?:missing|lost|gone)\b|\bnot (?:there|found)\b/i, line: /^!\s+\S/ },
  { asked: /\b(?:renam|mov(?:e|ed|es|ing)\b)/i, line: /^R[ MD]?\d*\s+\S|^rename (?:from|to) |^\s+renamed: / },
  { asked: /\bcop(?:y|ied|ies)\b/i, line: /^C[ MD]?\d*\s+\S|^copy (?:from|to) |^\s+copied: / },
  { asked: /\b(?:un|not (?:yet )?)tracked|\bnew\b|\bunknown to git/i, line: /^\?\? \S|^Untracked files:/ },
  {
    asked: /\b(?:which|what|names? of the|list the) files?\b/i,
    line: /^diff --(?:git|cc|combined) |^Index: |^would re(?:format|write) |^re(?:formatted|wrote) /,
    alone: true,
  },
  { asked: /\bignored\b/i, line: /^!! \S|^Ignored files:/ },
  {
    asked: /\b(?:conflict|unmerged|both\b)/i,
    line: /^(?:U[UAD]|[AD]U|AA|DD)\s+\S|^U\t|^Unmerged paths:|^\s+both \w+: /,
  },
];

const EXECUTABLE = /\bexecut(?:e|ed|ables?)\b|\bbe run\b|\bscripts?\b/i;

/** File modes and zero sizes in a long listing. */
export const FILE_MODES: readonly Mark[] = [
  { asked: /\bonly\b.*\bowner\b|\bowner\b.*\bonly\b|\bprivate\b|\bnobody else\b/i, line: /^.r..------/ },
  { asked: EXECUTABLE, line: /^-(?:..[xs]|.{5}[xs]|.{8}[xt])/ },
  {
    asked:
      /\b(?:everyone|everybody|anyone|anybody|world|others|all users)\b.*\bwrit|\bwrit.*\b(?:everyone|everybody|anyone|anybody|world|others|all users)\b/i,
    line: /^[^l].{7}w/,
  },
  { asked: /\bread[- ]?only\b|\b(?:not|cannot|can't|no) (?:be )?writ/i, line: /^-r-.[r-]-.[r-]-/ },
  { asked: /\b(?:sym(?:bolic)?[ -]?)?link/i, line: /^l[r-]/ },
  { asked: /\bsockets?\b/i, line: /^s[r-]/ },
  { asked: /\b(?:pipes?|fifos?)\b/i, line: /^p[r-]/ },
  { asked: /\bdevices?\b/i, line: /^[bc][r-]/ },
  { asked: /\bset-?[ug]id\b/i, line: /^-(?:..[sS]|.{5}[sS])/ },
  { asked: /\b(?:empty|nothing in|no content|zero bytes)\b/i, line: /^-\S+\s+(?:\d+\s+)?\S+\s+(?:\S+\s+)?0\s/ },
];

/** Modes of files in the index and the trees of git. */
export const INDEX_MODES: readonly Mark[] = [{ asked: EXECUTABLE, line: /^100755 / }];

/** Branches: the current one has a star, and others show how they relate to their remote. */
export const BRANCHES: readonly Mark[] = [
  { asked: /\b(?:current|checked out|am i on|are we on|active|now)\b/i, line: /^\* / },
];

/** Differences between two places that were compared or synchronized. */
export const LISTS_COMPARED: readonly Mark[] = [
  { asked: /\b(?:delet|remov|gone|missing|only)/i, line: /^Only in |^\*deleting|^deleting / },
  {
    asked: /\b(?:add|new\b|creat|only|missing|lack)|\bnot (?:yet )?(?:there|exist)/i,
    line: /^Only in |^[<>c.][fdLDS]\+{7}/,
  },
  { asked: /\b(?:size|length|larger|smaller|longer|shorter)/i, line: /^[<>ch.*][fdLDS][c.]s/ },
];

/** Table cells that are empty or count zero. */
export const EMPTY_CELLS: readonly Mark[] = [
  {
    asked: /\b(?:no|without|missing|lacks?|lacking|nothing|empty|blank|unset|unknown|not (?:set|given|known))\b/i,
    line: /(?:^|[,;|\t])\s*(?:""|''|-+|null|none|n\/a)?\s*(?:[,;|\t]|$)/i,
    max: 0.1,
  },
  {
    asked: /\b(?:out of|none left|sold out|used up|zero|empty|nothing|no \w+ (?:left|at all))\b/i,
    line: /(?:^|[,;|\t])\s*0(?:\.0+)?\s*(?:[,;|\t]|$)/,
    max: 0.1,
  },
];

/** Empty files in listings that put the size first. */
export const EMPTY_FILES: readonly Mark[] = [
  { asked: /\b(?:empty|nothing in|no content|(?:zero|no) bytes)\b/i, line: /^\s*0(?:\s|B\s)/ },
];

/** Hidden names, which listings omit by default. */
export const HIDDEN_NAMES: readonly Mark[] = [
  { asked: /\bhidden\b|\bdot[ -]?files?\b/i, line: /(?:^|[/\s])\.[\w-][^/\s]*\/?$/ },
];

/** Alternative licenses, as SPDX writes them. */
export const LICENCES: readonly Mark[] = [
  {
    asked:
      /\b(?:dual|either|several|choice of|more than one)\b.*\blicen[cs]|\blicen[cs].*\b(?:dual|either|several|choice|choose)\b/i,
    line: /\b[A-Z][\w.+-]+ OR [A-Z][\w.+-]+/,
  },
];
