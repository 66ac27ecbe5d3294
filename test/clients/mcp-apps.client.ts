import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { startChromium } from '../browser/chromium.ts';
import { until } from '../support/until.ts';
import { type BuiltLauncher, connectStraight, type Fields, type LocalEntry, startBuilt } from './gateway-launcher.ts';
import { installed, NODE, ROOT } from './installed.ts';

const BRIDGE = installed('@modelcontextprotocol/ext-apps/dist/src/app-bridge.js');
const ANSWERING = `${ROOT}test/support/mcp-servers/answering-server.mjs`;
const { getToolUiResourceUri } = (await import(BRIDGE)) as { getToolUiResourceUri(tool: object): string | undefined };
declare function openApp(html: string, result: object): Promise<void>;

/** The host's side in the page: an app in a frame without an origin of its own, and the official bridge to it. */
const HOST = `
  import { AppBridge, PostMessageTransport } from ${JSON.stringify(BRIDGE)};
  window.openApp = async (html, result) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.sandbox = 'allow-scripts';
    const bridge = new AppBridge(null, { name: 'host', version: '1' }, { serverTools: {} });
    bridge.oncalltool = (params) => window.mcp('tools/call', params);
    bridge.oninitialized = async () => {
      await bridge.sendToolInput({ arguments: {} });
      await bridge.sendToolResult(result);
    };
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
  };
`;

interface Read {
  readonly contents: readonly [{ readonly text: string }];
}

const app = (): object => ({
  command: NODE,
  args: [installed('@modelcontextprotocol/server-basic-vanillajs/dist/index.js'), '--stdio'],
});

async function hostPage(launcher: BuiltLauncher) {
  const { outputFiles } = await build({
    stdin: { contents: HOST, resolveDir: ROOT },
    ...{ bundle: true, write: false, format: 'iife' },
  });
  const browser = await startChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.exposeFunction('mcp', (method: string, params: Fields) => launcher.raw(method, params));
  await page.goto('about:blank');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return page;
}

test('a host opens the page of a tool behind the gateway, and the page calls the tool by the name that it knows', async () => {
  const launcher = await startBuilt({ clock: app(), files: { command: NODE, args: [ANSWERING] } });
  onTestFinished(() => launcher.end());
  const tool = await until(async () => {
    const { tools } = await launcher.client.listTools();
    return tools.find(({ name }) => name === 'mcp_clock_get-time');
  });
  const uri = getToolUiResourceUri(tool);
  expect(uri).toMatch(/^ui:\/\/clock\//);
  const { contents } = (await launcher.raw('resources/read', { uri })) as unknown as Read;
  const straight = await connectStraight(app() as LocalEntry);
  onTestFinished(() => straight.client.close());
  const [own] = (await straight.client.listTools()).tools;
  const read = await straight.raw('resources/read', { uri: getToolUiResourceUri(own ?? {}) });
  expect(contents[0].text).toBe((read as unknown as Read).contents[0].text);

  const page = await hostPage(launcher);
  const result = { content: [{ type: 'text', text: '2000-01-01T00:00:00.000Z' }], structuredContent: { time: 'then' } };
  await page.evaluate(([html, given]) => openApp(html, given), [contents[0].text, result] as const);
  const frame = page.frameLocator('iframe');
  await frame.locator('#get-time-btn').click();
  const year = new RegExp(`${new Date().getUTCFullYear()}`);
  await frame.locator('#server-time', { hasText: year }).waitFor();
});

test('a name that pages of two servers know is refused in words, since nobody knows which is meant', async () => {
  const launcher = await startBuilt({ one: app(), two: app() });
  onTestFinished(() => launcher.end());
  await until(async () => {
    const { tools } = await launcher.client.listTools();
    const pages = tools.flatMap((tool) => getToolUiResourceUri(tool) ?? []);
    return new Set(pages).size === 2 || undefined;
  });
  await expect(launcher.raw('tools/call', { name: 'get-time', arguments: {} })).rejects.toMatchObject({ code: -32602 });
});
