import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTokenFile, type SignIn } from '../../../../launcher/gateway/sign-in/token-file.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const SECRET = 'a-secret-token';
const signIn: SignIn = { tokens: { access_token: SECRET, token_type: 'Bearer' } };
const mode = (file: string): number => statSync(file).mode & 0o777;

test('what is written is read, by the owner alone', async () => {
  const home = path.join(tempDir(), 'home');
  const file = openTokenFile(home);
  expect(await file.read('a')).toEqual({});
  await file.update('a', () => signIn);
  expect(await file.read('a')).toEqual(signIn);
  expect(await openTokenFile(home).read('a')).toEqual(signIn);
  expect(await file.read('constructor')).toEqual({});
  expect(mode(home)).toBe(0o700);
  expect(mode(path.join(home, 'oauth.json'))).toBe(0o600);
  expect(readdirSync(home)).toEqual(['oauth.json']);
});

test('a file that others could read is the owner’s alone after the next write', async () => {
  const home = tempDir();
  const file = path.join(home, 'oauth.json');
  writeFileSync(file, '{"servers":{}}', { mode: 0o644 });
  await openTokenFile(home).update('a', () => signIn);
  expect(mode(file)).toBe(0o600);
});

test('an entry without anything in it is taken out', async () => {
  const home = tempDir();
  const file = openTokenFile(home);
  await file.update('a', () => signIn);
  await file.update('b', () => signIn);
  await file.update('a', () => ({}));
  expect(Object.keys(JSON.parse(readFileSync(path.join(home, 'oauth.json'), 'utf8')).servers)).toEqual(['b']);
});

test('processes that write at once lose no entry of each other', async () => {
  const home = tempDir();
  const module = JSON.stringify(`${ROOT}launcher/gateway/sign-in/token-file.ts`);
  const script = (name: string): string =>
    `const { openTokenFile } = await import(${module});
     const file = openTokenFile(${JSON.stringify(home)});
     const token = { access_token: 'x', token_type: 'Bearer' };
     await Promise.all([1, 2, 3, 4, 5].map((n) => file.update('${name}' + n, () => ({ tokens: token }))));`;
  const codes = ['a', 'b', 'c'].map((name) => {
    const child = spawn(NODE, ['--input-type=module', '-e', script(name)], { stdio: 'inherit' });
    return new Promise((resolve) => child.once('close', resolve));
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  const { servers } = JSON.parse(readFileSync(path.join(home, 'oauth.json'), 'utf8'));
  expect(Object.keys(servers)).toHaveLength(15);
  expect(readdirSync(home)).toEqual(['oauth.json']);
});

test('a lock that a process left behind is passed over', async () => {
  const home = tempDir();
  const lock = path.join(home, 'oauth.json.lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  await openTokenFile(home).update('a', () => signIn);
  expect(readdirSync(home)).toEqual(['oauth.json']);
});

test('a lock that is held is waited for, but not for ever', async () => {
  const home = tempDir();
  writeFileSync(path.join(home, 'oauth.json.lock'), '');
  let now = 0;
  const timers = { ...systemTimers, now: () => (now += 1000) };
  await expect(openTokenFile(home, timers).update('a', () => signIn)).rejects.toThrow('another process holds it');
});

test.each(['{', '[]', '{"servers":3}', `{"servers":{"a":{"tokens":"${SECRET}"`])(
  'a file with %s is refused without a word of it, and stays',
  async (text) => {
    const home = tempDir();
    writeFileSync(path.join(home, 'oauth.json'), text);
    const file = openTokenFile(home);
    const refused = /^cannot read ".*oauth\.json": expected a file that mcp-pruner wrote; remove it and sign in again$/;
    await expect(file.read('a')).rejects.toThrow(refused);
    await expect(file.update('a', () => signIn)).rejects.toThrow(refused);
    expect(readFileSync(path.join(home, 'oauth.json'), 'utf8')).toBe(text);
  },
);

test('a server is forgotten at every address, and no other', async () => {
  const file = openTokenFile(tempDir());
  const keys = [
    'a https://x.example 0a',
    'a http://y.example 0b',
    'a b https://x.example 0c',
    'ab https://x.example 0d',
  ];
  for (const key of keys) await file.update(key, () => signIn);
  expect([await file.forget('a'), await file.forget('a')]).toEqual([true, false]);
  expect([...(await file.signedIn()).keys()]).toEqual(keys.slice(2));
});
