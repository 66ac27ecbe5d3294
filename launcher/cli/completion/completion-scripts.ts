import { COMMON_OPTIONS, type Command } from '../command.ts';

/** Returns the words that may follow a command: its subcommands, the operands that its usage lists, and its options. */
function wordsAfter({ name, usage, options }: Command, commands: readonly Command[]): readonly string[] {
  const start = name === '' ? [] : name.split(' ');
  const inside = commands.map((one) => one.name.split(' ')).filter(({ length }) => length === start.length + 1);
  const own = inside.filter((words) => start.every((word, at) => word === words[at]) && words[0] !== '');
  const flags = Object.keys({ ...options, ...COMMON_OPTIONS }).map((option) => `--${option}`);
  const operands = / ([a-z]+(?:\|[a-z]+)+)$/.exec(usage)?.[1]?.split('|') ?? [];
  return [...own.map((words) => words.at(-1) ?? ''), ...operands, ...flags];
}

/** `COMP_WORDS` before the word that is completed decide; files complete everything else. */
function bash(commands: readonly Command[]): string {
  const cases = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(
      (command) =>
        `    "${command.name === '' ? '' : `${command.name} `}"*) words="${wordsAfter(command, commands).join(' ')}";;`,
    );
  return `_mcp_pruner() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1} " words=
  case "\${before# }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mcp_pruner mcp-pruner
`;
}

const zsh = (commands: readonly Command[]): string =>
  `#compdef mcp-pruner\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;

/** Quotes a text for fish, where a backslash escapes within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

function fish(commands: readonly Command[]): string {
  const lines = commands
    .filter(({ name }) => name !== '')
    .flatMap(({ name, summary, options }) => {
      const words = name.split(' ');
      const last = words.at(-1) ?? '';
      const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
      const place = words.length === 1 ? '__fish_use_subcommand' : (seen[0] ?? '');
      return [
        `complete -c mcp-pruner -f -n ${quoted(place)} -a ${last} -d ${quoted(summary)}`,
        ...Object.entries(options).map(([option, { value, help }]) => {
          const takes = value === undefined ? '' : ' -r';
          return `complete -c mcp-pruner -n ${quoted(seen.join('; and '))} -l ${option}${takes} -d ${quoted(help)}`;
        }),
      ];
    });
  return `${lines.join('\n')}\n`;
}

/** Completion scripts by shell, made from the table of commands. */
export const SCRIPTS = { bash, zsh, fish } as const;
