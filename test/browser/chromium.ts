import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Color schemes and window sizes in which pages are tested. */
export const LOOKS = [
  { scheme: 'light', width: 1280, height: 900 },
  { scheme: 'dark', width: 1280, height: 900 },
  { scheme: 'light', width: 390, height: 844 },
  { scheme: 'dark', width: 390, height: 844 },
] as const;

export type Look = (typeof LOOKS)[number];

/** The browser's program. `CHROMIUM` may name one other than Debian's. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Folder of screenshots for people to look at, outside the checkout. */
export const SHOTS: string = path.join(tmpdir(), 'mcp-pruner-dashboard');

/** Takes a picture of the whole page. */
export async function shoot(page: Page, name: string, { scheme, width }: Look): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}-${scheme}-${width}.png`), fullPage: true });
}

/** Returns axe's findings that keep somebody from using the page: rules by name, with the elements. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
