import { byIndent, byMarkdownHeading, underHeadings } from '../../structure/headers.ts';
import type { Policy } from '../../structure/policy.ts';
import { byParagraph, startingAt } from '../../structure/records.ts';

/** Documents written for people. */
export const DOCUMENTS: readonly Policy[] = [
  {
    name: 'man page',
    kind: 'prose',
    signs: { first: /^[A-Z][\w.:+-]*\(\d\w*\)\s.*\(\d\w*\)$|^NAME$/ },
    records: byParagraph,
    headers: underHeadings(/^[A-Z][A-Z ,-]+$/, /^ {2,4}[A-Z].{0,60}[^.,;]$/),
  },
  {
    name: 'help',
    kind: 'prose',
    signs: {
      any: /^(?:usage|Usage|USAGE)(?:: |:?$)/,
      share: [/^\s+-{1,2}[\w?]|^\s{2,}\S|^\S.{0,60}:$|^(?:usage|Usage|USAGE)\b/, 0.6],
    },
    records: startingAt(/^\s{0,12}-{1,2}[\w?]|^ {1,6}\S|^\S/),
    headers: underHeadings(/^\S/),
    evidence: { lines: /^(?:usage|Usage|USAGE): / },
  },
  {
    name: 'xml',
    kind: 'data',
    signs: { first: /^\s*<\?xml|^\s*<\w[\w:-]*(?: [^>]*)?>$/, share: [/^\s*<|>\s*$/, 0.8], extensions: ['xml', 'svg'] },
    headers: byIndent,
    named: true,
  },
  {
    name: 'markdown',
    kind: 'prose',
    signs: {
      share: [
        /^ {0,3}#{1,6} \S|^\s{0,4}[-*+] |^\s*\d+[.)] |^\S.*[\s\u3000-\u9fff]\S|^```|^\||^ {2,}\S|^>|^[=-]{3,}$|^\S+$/,
        0.9,
      ],
      any: /^#{2,6} [\p{L}\d[`"]/u,
      never:
        /[;{]$|^#include|^#!|^\s*(?:def|class|import|from|function|const|return|if|for)\b.*[:({]?$|^(?:[-+]{3} |@@ |diff --git)|^\S+:\d+:/,
      extensions: ['md', 'markdown', 'rst'],
    },
    headers: byMarkdownHeading,
  },
];
