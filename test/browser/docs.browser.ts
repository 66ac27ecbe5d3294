import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../worker/app/app.ts';
import { LOOKS, seriousFindings, shoot, startChromium } from './chromium.ts';

let browser: Browser;
let server: Server;
let url: string;
beforeAll(async () => {
  browser = await startChromium();
  server = createServer(getRequestListener(createApp().fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.each(LOOKS)('/docs is readable, $scheme at $width px', async (look) => {
  const { scheme: colorScheme, width, height } = look;
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, bypassCSP: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${url}/docs`);
  await shoot(page, 'docs', look);
  expect(asked).toEqual(['/docs', '/docs/style.css']);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.click('nav a[href="#createKey"]');
  expect(await page.locator('#createKey-title').textContent()).toBe('Create a key');
  expect(complaints).toEqual([]);
  await context.close();
});
