import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { UpstreamStatus } from '../../src/remote-pruner/upstream-status.ts';
import { CALLBACK_PATH } from '../../worker/access/provider.ts';
import { MORNING } from '../contract/usage-records.ts';
import { CLIENT, startIdentityProvider } from '../support/identity-provider.ts';
import { LOOKS, type Look, seriousFindings, shoot, startChromium } from './chromium.ts';
import { ADMIN_SECRET, type DashboardServer, type DashboardServerOptions, startDashboard } from './dashboard-server.ts';
import { seedMonth } from './seeded-month.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const clock = (): number => MORNING;
const KEYED = { adminKey: ADMIN_SECRET };
const PROBED: UpstreamStatus = {
  breaker: 'half_open',
  inFlight: 3,
  waiting: 1,
  consecutiveFailures: 4,
  lastFailure: 'timeout',
  retryInMs: 900,
  opened: 2,
  succeeded: 4210,
  failed: 37,
  refused: 12,
};

async function serve(options: Omit<DashboardServerOptions, 'clock'> = KEYED): Promise<DashboardServer> {
  const server = await startDashboard({ ...options, clock });
  onTestFinished(() => server.close());
  return server;
}

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

async function signIn(page: Page, server: DashboardServer, key: string = ADMIN_SECRET): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const prune = (server: DashboardServer, key: string): Promise<Response> =>
  fetch(`${server.url}/prune`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      query: 'Where is the retry delay set?',
      code: `${'log("nothing to see here, move along");\n'.repeat(200)}const retryDelay = 250;\n`,
    }),
  });

test('without scripts: a team and a key are made, the key is used, the chart shows it, and revoked it is refused', async () => {
  const server = await serve();
  const page = await open({ javaScriptEnabled: false });
  await signIn(page, server);
  expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toContain('Nothing was pruned');

  await page.getByRole('link', { name: 'Teams' }).click();
  await page.getByLabel('Name').fill('Platform');
  await page.getByRole('button', { name: 'Create team' }).click();
  expect(await page.getByRole('status').textContent()).toContain('The team is created');

  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('Enter a name');
  await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Platform' });
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^mcpp_[0-9a-f]{16}_[0-9a-f]{48}$/);
  await page.reload();
  expect(await page.content()).not.toContain(key);

  expect((await prune(server, key)).status).toBe(200);
  await server.ledger.flush();
  await page.getByRole('link', { name: 'Overview' }).click();
  expect(await page.locator('.chart-wide .bar').count()).toBe(1);
  const figure = page.locator('.hero-figure');
  const first = await figure.textContent();
  expect(await page.getByRole('row', { name: /^Platform/ }).textContent()).toContain('1');
  expect((await prune(server, key)).status).toBe(200);
  await server.ledger.flush();
  await page.reload();
  expect(await figure.textContent()).not.toBe(first);

  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('link', { name: 'Revoke Ada' }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  expect(await page.getByRole('status').textContent()).toContain('The key is revoked');
  expect((await prune(server, key)).status).toBe(401);

  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in');
  await page.goto(`${server.url}/dashboard/keys`);
  expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in');
});

test('whoever’s key is revoked while they look is at the door with their next click', async () => {
  const server = await serve();
  const team = await server.directory.createTeam('Platform');
  const made = await server.directory.createKey({ teamId: team?.id ?? '', name: 'Eve', scopes: ['admin'] });
  const page = await open();
  await signIn(page, server, made?.key);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Platform');
  await server.directory.revokeKey(made?.id ?? '');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
});

test('another site’s form does nothing, though the browser is signed in', async () => {
  const server = await serve();
  const page = await open();
  await signIn(page, server);
  const other = server.url.replace('127.0.0.1', 'localhost');
  await page.route(`${other}/evil`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${server.url}/dashboard/teams"><input name="name" value="Evil"><button>Win</button></form>`,
    }),
  );
  await page.goto(`${other}/evil`);
  const [answer] = await Promise.all([page.waitForResponse(`${server.url}/dashboard/teams`), page.click('button')]);
  expect(answer.status()).toBe(403);
  expect(await server.directory.listTeams()).toEqual([]);
});

test('the keyboard alone: skip link, sign-in, and a focus that can be seen', async () => {
  const server = await serve();
  const page = await open();
  await page.goto(`${server.url}/dashboard/sign-in`);
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  expect(await page.locator('.skip').boundingBox()).toMatchObject({ y: expect.closeTo(8, 0) });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  expect(outline).toBe('solid');
  await page.keyboard.type(ADMIN_SECRET);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/dashboard`);
  expect(await page.getByRole('banner').count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
});

test('a keyless worker shows its own machine’s figures without asking who it is', async () => {
  const server = await serve({ adminKey: undefined });
  const page = await open();
  await page.goto(`${server.url}/dashboard`);
  expect(await page.locator('pre').textContent()).toContain('curl');
  expect((await prune(server, 'none')).status).toBe(200);
  await server.ledger.flush();
  await page.reload();
  expect(await page.locator('.chart-wide .bar').count()).toBe(1);
});

test('people sign in by their provider and out again, with the keyboard alone', async () => {
  let issuer = '';
  const server = await serve({
    ...KEYED,
    provider: async (publicUrl) => {
      const provider = await startIdentityProvider(`${publicUrl}${CALLBACK_PATH}`);
      onTestFinished(() => provider.close());
      provider.groups.set('ada', ['shop']);
      issuer = provider.issuer;
      return {
        ...{ issuer, publicUrl, clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes: 'openid email' },
        ...{ groupsClaim: 'groups', groups: [{ group: 'shop', team: 'Shop', role: 'admin' }] },
      };
    },
  });
  await server.directory.createTeam('Shop');
  const page = await open();
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().focus();
    await page.keyboard.press('Enter');
  };
  await page.goto(`${server.url}/dashboard`);
  await choose('Sign in with your organization');
  await page.waitForURL(`${issuer}/interaction/**`);
  await page.getByPlaceholder('Enter any login').fill('ada');
  await page.getByPlaceholder('and password').fill('any');
  await page.keyboard.press('Enter');
  await choose('Continue');
  await page.waitForURL(`${server.url}/dashboard`);
  expect(await page.locator('.who-name').textContent()).toBe('ada@shop.example · Shop');
  await choose('Sign out');
  await page.waitForURL(`${server.url}/dashboard/sign-in`);
});

test('pages about thousands stay short, and their lists are found, sorted and paged', async () => {
  const server = await serve();
  const team = await seedMonth(server.directory, server.ledger, MORNING);
  for (let i = 0; i < 300; i++) {
    await server.directory.createKey({ teamId: team, name: `laptop ${i}`, scopes: ['prune', 'artifacts'] });
    await server.directory.createTeam(`Team ${i}`);
  }
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await signIn(page, server);
  for (const path of ['', '/keys', '/teams', '/audit']) {
    await page.goto(`${server.url}/dashboard${path}`);
    expect(await page.evaluate('document.documentElement.scrollHeight'), path).toBeLessThanOrEqual(3_000);
  }
  await page.goto(`${server.url}/dashboard/keys`);
  await page.getByLabel('Search').fill('laptop 29');
  await page.getByLabel('Order').selectOption('Name');
  await page.getByRole('button', { name: 'Show' }).click();
  const names = await page.locator('.key-row h3').allTextContents();
  expect(names.slice(0, 3)).toEqual(['laptop 29', 'laptop 290', 'laptop 291']);
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  expect(await page.getByRole('navigation', { name: 'Pages' }).textContent()).toContain('21 to 40 of 304');
});

describe.each(LOOKS)('$scheme, $width pixels', (look: Look) => {
  test('no page overflows, breaks its own policy, or keeps anybody out', async () => {
    const server = await serve({ ...KEYED, upstream: PROBED });
    const team = await seedMonth(server.directory, server.ledger, MORNING);
    const empty = await server.directory.createTeam('Data');
    const [key] = await server.directory.listKeys({ teamId: team });
    for (let i = 0; i < 40; i++) {
      const body = `text ${i}\n`.repeat(90_000 + i);
      await server.artifacts.of(team).put({ domain: 'prune_text', mimeType: 'text/plain', body });
    }
    const options = { colorScheme: look.scheme, viewport: { width: look.width, height: look.height } };
    const plain = await open(options);
    // axe is an injected script, which the pages' content security policy forbids.
    const checked = await open({ ...options, bypassCSP: true });
    const complaints: string[] = [];
    plain.on('console', (message) => complaints.push(message.text()));
    plain.on('pageerror', (error) => complaints.push(error.message));

    const check = async (name: string): Promise<void> => {
      await shoot(plain, name, look);
      for (const page of [plain, checked]) {
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width, `${name} must not scroll sideways`).toBeLessThanOrEqual(look.width);
      }
      expect(await seriousFindings(checked), name).toEqual([]);
      expect(complaints, name).toEqual([]);
    };
    const visit = async (name: string, path: string): Promise<void> => {
      const [answer] = await Promise.all([plain, checked].map((page) => page.goto(server.url + path)));
      expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
      await check(name);
    };

    await visit('sign-in', '/dashboard/sign-in');
    for (const page of [plain, checked]) await signIn(page, server);
    for (const range of ['24h', '7d', '30d'])
      await visit(`overview-${range}`, `/dashboard?team=${team}&range=${range}`);
    expect(await plain.getByRole('region', { name: 'Artifacts' }).textContent()).toMatch(
      /MiB.*Texts40Room100 MiB, \d+%/,
    );
    await visit('overview-all', '/dashboard');
    for (const page of [plain, checked]) await page.getByText('Show as a table').click();
    await check('overview-table');
    await visit('overview-empty', `/dashboard?team=${empty?.id}`);
    await visit('keys', '/dashboard/keys');
    await visit('revoke', `/dashboard/keys/${key?.id}/revoke`);
    await visit('teams', '/dashboard/teams');
    await visit('team', `/dashboard/teams/${team}`);
    await visit('audit', '/dashboard/audit');
    await visit('keys', '/dashboard/keys');
    for (const page of [plain, checked]) await page.getByLabel('Team', { exact: true }).selectOption(team);
    for (const page of [plain, checked]) await page.getByLabel('Name').fill(`Ada’s ${look.scheme} laptop`);
    for (const page of [plain, checked]) await page.getByRole('button', { name: 'Create key' }).click();
    await check('created');
    await server.directory.revokeKey(key?.id ?? '');
    await visit('keys-revoked', '/dashboard/keys?done=revoked');
    await visit('keys-over', '/dashboard/keys?state=over');
    // Has to be last, because Chromium reports answers of 422 or 404 on the console.
    for (const page of [plain, checked]) await page.getByRole('button', { name: 'Create key' }).click();
    complaints.length = 0;
    await check('keys-error');
    for (const page of [plain, checked]) await page.goto(`${server.url}/dashboard/nowhere`);
    complaints.length = 0;
    await check('missing');
  });
});
