import type { JSX } from 'hono/jsx/jsx-runtime';
import type { LatencyRow } from '../../../src/teams/usage/ledger-query.ts';
import { toCount, toDuration } from '../format/numbers.ts';
import { LatencyStrip } from './latency-strip.tsx';

export interface LatencyCardProps {
  readonly whole: LatencyRow;
  readonly engines: readonly LatencyRow[];
  nameOf(engine: string | null | undefined): string;
}

/** Shows request durations, overall and by engine. */
export function LatencyCard({ whole, engines, nameOf }: LatencyCardProps): JSX.Element {
  const asked = engines.filter(({ engine }) => engine !== null);
  const rows = [
    { name: 'All requests', row: whole },
    ...(asked.length > 1 ? asked.map((row) => ({ name: nameOf(row.engine), row })) : []),
  ];
  const min = Math.min(...rows.map(({ row }) => row.p50));
  const max = Math.max(...rows.map(({ row }) => row.p99));
  return (
    <section class="card" aria-labelledby="latency">
      <h2 id="latency">Latency</h2>
      <table class="breakdown">
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col" class="number">
              p50
            </th>
            <th scope="col" class="number">
              p95
            </th>
            <th scope="col" class="number">
              p99
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, row }) => (
            <tr key={name}>
              <th scope="row">
                <span class="row-name">{name}</span>
                <LatencyStrip quantiles={row} min={min} max={max} />
              </th>
              <td class="number strong">{toDuration(row.p50)}</td>
              <td class="number">{toDuration(row.p95)}</td>
              <td class="number">{toDuration(row.p99)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="fine">Half of {toCount(whole.requests)} requests took p50 at most; figures are within 10 %.</p>
    </section>
  );
}
