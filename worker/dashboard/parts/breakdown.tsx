import type { JSX } from 'hono/jsx/jsx-runtime';
import type { UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import { toCompact, toCount, toShare } from '../format/numbers.ts';
import { ShareBar } from './share-bar.tsx';

export interface BreakdownProps {
  readonly id: string;
  readonly title: string;
  /** Heading of the row names. */
  readonly column: string;
  readonly rows: readonly UsageRow[];
  nameOf(row: UsageRow): string;
}

/** Lists savings by user or tool, largest first. */
export function Breakdown({ id, title, column, rows, nameOf }: BreakdownProps): JSX.Element {
  const max = Math.max(1, ...rows.map(({ tokensSaved }) => Math.abs(tokensSaved)));
  const more = (rows[0]?.groups ?? 0) - rows.length;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class="breakdown">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col" class="number">
              Saved
            </th>
            <th scope="col" class="number spare">
              Share
            </th>
            <th scope="col" class="number">
              Requests
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">
                <span class="row-name">{nameOf(row)}</span>
                <ShareBar parts={[{ share: row.tokensSaved / max, look: 'main' }]} />
              </th>
              <td class="number strong">{toCompact(row.tokensSaved)}</td>
              <td class="number spare">{toShare(row.tokensSaved, row.tokensIn)}</td>
              <td class="number">{toCount(row.requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="fine">and {more} more, all in the CSV of /v1/usage</p>}
    </section>
  );
}
