import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOST_REACH } from '../../../launcher/hooks/host-reach.ts';
import { SETUP_HOSTS } from '../../../launcher/setup/find-hosts.ts';
import { ROOT } from '../../runtime/started.ts';

test('every host that init knows is in the table, with what it cannot do', () => {
  expect(HOST_REACH.map(({ host }) => host).sort()).toEqual(SETUP_HOSTS.map(({ name }) => name).sort());
  for (const { host, can } of HOST_REACH) {
    const { hooks } = SETUP_HOSTS.find(({ name }) => name === host)?.setup ?? {};
    expect(can !== undefined, host).toBe(hooks !== undefined);
  }
});

test('docs/hooks.md has the same table', () => {
  const rows = HOST_REACH.map(({ host, tried, can = 'nothing', cannot }) => {
    const title = SETUP_HOSTS.find(({ name }) => name === host)?.setup.title;
    const how = tried === undefined ? 'read, not tried' : `${tried} tried`;
    return `| ${title}${can === 'nothing' ? '' : ` (${how})`} | ${can} | ${cannot} |`;
  });
  const table = ['| Host | Its results that can be shortened | And that cannot |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
  expect(readFileSync(`${ROOT}docs/hooks.md`, 'utf8')).toContain(`\n${table}\n\n`);
});
