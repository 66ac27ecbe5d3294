const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (NaN|[+-]Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$`);
const SUFFIXES = /_(bucket|sum|count)$/;

/**
 * Parses a page of metrics into values by `name{labels}`. Throws for anything that Prometheus' format 0.0.4 does not
 * allow.
 */
export function readExposition(text: string): ReadonlyMap<string, number> {
  if (!text.endsWith('\n')) throw new Error('the last line must end');
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const values = new Map<string, number>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, word, about = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === 'HELP') {
      if (helped.has(about)) throw new Error(`${about} has two HELP lines`);
      helped.add(about);
      family = about;
    } else if (word === 'TYPE') {
      if (about !== family || types.has(about)) throw new Error(`TYPE of ${about} must follow its HELP, once`);
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`${rest} is no type`);
      types.set(about, rest);
    } else {
      const [, name = '', labels, value] = SAMPLE.exec(line) ?? [];
      if (name === '') throw new Error(`no sample: ${line}`);
      const base = types.get(family) === 'histogram' ? name.replace(SUFFIXES, '') : name;
      if (base !== family) throw new Error(`${name} stands under ${family}`);
      const id = labels === undefined ? name : `${name}{${labels}}`;
      if (values.has(id)) throw new Error(`${id} stands there twice`);
      values.set(id, Number(value?.replace('Inf', 'Infinity')));
    }
  }
  return values;
}
