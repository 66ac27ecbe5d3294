import { expect, onTestFinished, test } from 'vitest';
import { watchSignIns } from '../../../launcher/gateway/connect.ts';
import { openTokenFile } from '../../../launcher/gateway/sign-in/token-file.ts';
import { systemTimers } from '../../../launcher/platform/timers.ts';
import { tempDir } from '../../support/temp-dir.ts';

const token = (access_token: string) => ({ tokens: { access_token, token_type: 'Bearer' } });

test('who has signed in since is told, and nobody else', async () => {
  const home = tempDir();
  const tokens = openTokenFile(home);
  await tokens.update('here before https://a 1', () => token('a'));
  const told: ReadonlySet<string>[] = [];
  let event = (_: string | null): void => {};
  let heard = (): void => {};
  const unwatch = await watchSignIns({
    ...{ home, tokens, timers: systemTimers },
    onChange: (servers) => {
      told.push(servers);
      heard();
    },
    onFault: (error) => expect.unreachable(String(error)),
    watchFolder: (_, onEvent) => {
      event = onEvent;
      return () => {};
    },
  });
  onTestFinished(unwatch);
  const next = (): Promise<void> =>
    new Promise((resolve) => {
      heard = resolve;
    });
  await tokens.update('a name with blanks https://b 2', () => token('b'));
  const first = next();
  event('other.json');
  event('oauth.json');
  await first;
  await tokens.update('a name with blanks https://b 2', (now) => ({ ...now, demandedScope: 'x' }));
  await tokens.update('here before https://a 1', () => token('c'));
  const second = next();
  event(null);
  await second;
  expect(told).toEqual([new Set(['a name with blanks']), new Set(['here before'])]);
});
