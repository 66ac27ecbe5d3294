import type { Pair, Weighed } from './weigh.ts';

const HEAD = [
  'rule',
  'outputs',
  'questions',
  'answers changed',
  'facts kept',
  'failures kept',
  'tokens kept',
  'mean share',
  'cases',
  'answers that keep all',
  'verdict',
];

/** Formats a Markdown table for each section, in the order of its rules. */
export function showRules(rules: readonly Weighed[]): string {
  return [...new Set(rules.map(({ group }) => group))]
    .map((group) => {
      const rows = rules.filter((rule) => rule.group === group).map(cellsOf);
      const table = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
      return `## ${group}\n\n${table}`;
    })
    .join('\n\n');
}

function cellsOf({
  name,
  outputs,
  questions,
  changed,
  facts,
  failure,
  tokens,
  share,
  cases,
  casesChanged,
  answersKept,
  verdict,
}: Weighed): readonly string[] {
  const counts = [outputs, questions, changed].map(String);
  const figures = [shown(facts), shown(failure), shown(tokens), shown(share, percent)];
  return [
    ...[escaped(name), ...counts, ...(changed === 0 ? figures.map(() => '') : figures)],
    ...[String(cases), casesChanged === 0 ? '' : shown(answersKept), verdict],
  ];
}

function shown({ before, after }: Pair, as: (value: number) => string = String): string {
  return `${as(before)} → ${as(after)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Escapes the bars in patterns, because a bar would end the cell. */
function escaped(name: string): string {
  const [own = '', pattern] = name.split(/: (?=.*[\\|([])/);
  return pattern === undefined ? name : `${own}: \`${pattern.slice(0, 48).replaceAll('|', '\\|')}\``;
}
