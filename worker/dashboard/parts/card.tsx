import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ShareBar, type ShareBarProps } from './share-bar.tsx';

/** A row of a table: its name, what stands below the name, and its numbers. */
export interface Row {
  readonly name: Child;
  readonly below?: Child;
  readonly numbers: readonly string[];
}

export interface Table {
  /** Headings. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Index of the number that stands out. Default 0. */
  readonly strong?: number;
  /** Index of the number that narrow screens leave out. */
  readonly spare?: number;
}

/** Content of a card, from top to bottom. */
export interface CardProps {
  readonly id: string;
  readonly title: string;
  /** `tone` colors a state. */
  readonly figure?: { readonly value: string; readonly label: string; readonly tone?: string } | undefined;
  readonly bar?: ShareBarProps['parts'] | undefined;
  /** Terms and values; `look` is the color in the bar. */
  readonly legend?: readonly { readonly term: string; readonly value: string; readonly look?: string }[] | undefined;
  readonly table?: Table | undefined;
  readonly fine?: string | undefined;
}

/** Shows figures, a bar with its legend, and a table. */
export function Card({ id, title, figure, bar, legend, table, fine }: CardProps): JSX.Element {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {figure && <p class={figure.tone ? `figure state ${figure.tone}` : 'figure'}>{figure.value}</p>}
      {figure && <p class="figure-label">{figure.label}</p>}
      {bar && <ShareBar parts={bar} />}
      {legend && (
        <dl class="legend">
          {legend.map(({ term, value, look }) => (
            <div key={term}>
              <dt class={look && `key ${look}`}>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {table && <Rows {...table} />}
      {fine && <p class="fine">{fine}</p>}
    </section>
  );
}

/** Shows names and numbers. */
export function Rows({ columns: [first, ...others], rows, strong = 0, spare }: Table): JSX.Element {
  const look = (at: number): string => (at === spare ? 'number spare' : 'number');
  return (
    <table class="breakdown">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((heading, at) => (
            <th key={heading} scope="col" class={look(at)}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, below, numbers }, row) => (
          <tr key={row}>
            <th scope="row">
              {typeof name === 'string' ? <span class="row-name">{name}</span> : name}
              {below}
            </th>
            {numbers.map((number, at) => (
              <td key={at} class={at === strong ? 'number strong' : look(at)}>
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
