import type { JSX } from 'hono/jsx/jsx-runtime';
import type { StoredAuditEntry } from '../../../src/teams/keys/audit.ts';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { BASE } from '../base-path.ts';
import { toTimestamp } from '../format/times.ts';
import { Rows } from '../parts/card.tsx';
import { Page } from '../parts/page.tsx';
import { TeamPicker } from '../parts/team-picker.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface AuditPageProps {
  readonly viewer: Viewer;
  /** Newest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** Names of keys and people, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** All teams; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  /** Id of the team shown; empty: all. */
  readonly team: string;
  /** Id of the last entry, if there are older ones. */
  readonly last: number | undefined;
}

/** Lists who did what. */
export function AuditPage({ viewer, entries, names, teams, team, last }: AuditPageProps): JSX.Element {
  const teamNames = new Map(teams?.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? (id === 'root' ? 'Administrator' : id);
  return (
    <Page title="Audit" viewer={viewer} current="audit">
      <div class="opening">
        <div>
          <h1>Audit</h1>
          <p class="sub">Who did what to teams, keys and sessions. Entries never change.</p>
        </div>
        <TeamPicker
          page={`${BASE}/audit`}
          teams={teams}
          team={teams?.find(({ id }) => id === team)}
          none="All teams"
          keep={{}}
        />
      </div>
      <section class="card" aria-label="Entries">
        {entries.length === 0 && <p class="sub">No entries.</p>}
        <Rows
          columns={['What', 'Who', 'From']}
          rows={entries.map(({ action, at, byKey, address, team: of, key, about }) => ({
            name: action.replace('.', ' '),
            below: (
              <span class="fine">
                {[toTimestamp(at), of === null || of === 'root' ? '' : (teamNames.get(of) ?? of), key && nameOf(key)]
                  .filter((part) => part !== '')
                  .join(' · ')}
                {Object.keys(about).length > 0 && <code class="about">{JSON.stringify(about)}</code>}
              </span>
            ),
            numbers: [byKey === '' ? 'Nobody' : nameOf(byKey), address ?? '–'],
          }))}
          spare={1}
        />
        {last !== undefined && (
          <p>
            <a href={`${BASE}/audit?${new URLSearchParams({ team, before: String(last) })}`}>Older entries</a>
          </p>
        )}
      </section>
    </Page>
  );
}
