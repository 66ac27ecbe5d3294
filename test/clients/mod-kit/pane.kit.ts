import { expect, test } from 'claude-code/testing';
import { kitUser, SAID } from './kit-user.ts';
import { LONG_SOURCE } from './source.ts';

const LIMIT = { timeoutMs: 60_000 };
/** A line that the model does not get. */
const LEFT_OUT = 'export function configJsonSchema';

for (const surface of ['terminal', 'desktop'] as const) {
  test(`${surface}: a shortened result is listed with its sizes and words, opened and closed`, LIMIT, async ($, on) => {
    const { user, start, read, say, pane } = kitUser($, on, { surface });
    await start();
    expect(await read()).not.toContain(LEFT_OUT);
    expect(await say('')).toBe(undefined);
    expect(user.opened).toEqual(['pruner']);
    const { shown, press } = await pane();
    const list = await shown();
    expect(list).toContain('1 of 1 long results were shortened');
    expect(list).toContain('Read src/config.ts');
    expect(list).toMatch(/\d+\.\dk → \d+(\.\dk)?\n/);
    expect(list).toContain(`for "${SAID}"`);
    expect(list).not.toContain(LEFT_OUT);
    await press('open-0');
    expect(await shown()).toContain(LEFT_OUT);
    await press('b');
    expect(await shown()).toBe(list);
  });

  test(`${surface}: the pane leaves a file and a project whole, and shortens them again`, LIMIT, async ($, on) => {
    const { start, read, print, say, pane } = kitUser($, on, { surface });
    await start();
    await read();
    const { shown, press } = await pane();
    await press('open-0');
    await press('f');
    expect(await shown()).toContain('Shorten this file again');
    expect(await read()).toBe(LONG_SOURCE);
    expect(await say('why')).toBe(
      'Read of /home/user/shop/src/config.ts stayed whole, because an ignore list names the file.',
    );
    expect(await read('/home/user/shop/other.ts')).not.toContain(LEFT_OUT);
    await press('b');
    await press('p');
    expect(await shown()).toContain('Shorten in this project again');
    expect(await read('/home/user/shop/third.ts')).toBe(LONG_SOURCE);
    expect(await print('make'), 'a command that reads no file').toBe(LONG_SOURCE);
    await press('p');
    expect(await print('make again')).not.toContain(LEFT_OUT);
  });

  test(`${surface}: shortening is switched off and on in the pane`, LIMIT, async ($, on) => {
    const { start, read, pane } = kitUser($, on, { surface });
    await start();
    const { shown, press } = await pane();
    await press('s');
    expect(await shown()).toContain('Switch on');
    expect(await read()).toBe(LONG_SOURCE);
    await press('s');
    expect(await read('/home/user/shop/other.ts')).not.toContain(LEFT_OUT);
  });
}

test('the command switches, says why, and names what it expects', LIMIT, async ($, on) => {
  const { start, read, say } = kitUser($, on);
  await start();
  expect(await say('why')).toBe('No long result stayed whole in this session.');
  expect(await say('off')).toMatch(/^Results stay as they are/);
  expect(await read()).toBe(LONG_SOURCE);
  expect(await say('on ')).toMatch(/^Long results are shortened/);
  expect(await read('/home/user/shop/other.ts')).not.toContain(LEFT_OUT);
  expect(await say('nonsense')).toBe('cannot run "/pruner nonsense": expected on, off, why or nothing');
});

test('the status line shows what was saved, the fill of the context and the cost', LIMIT, async ($, on) => {
  const { user, start, read } = kitUser($, on);
  await start();
  expect(user.status).toBe(undefined);
  await read();
  await $.session.measure({ context: { tokens: 41_200 }, cost: { usd: 0.5 } });
  expect(user.status).toMatch(/^−\d+\.\dk tokens ~\$\d\.\d\d · 41\.2k in context · \$0\.50 so far$/);
});

test('what measuring found is said once, and /pruner on shortens at once', LIMIT, async ($, on) => {
  const store = { 'session old': { startedAt: 0, results: 240, shortened: 30, wouldSave: 12_400 } };
  const { user, start, read, say, pane } = kitUser($, on, { mode: 'shadow', store });
  const told = 'Of 240 long results 30 would have been shortened, which saves 12.4k tokens. /pruner on does it.';
  await start();
  expect(user.status).toBe(told);
  const { shown, press } = await pane();
  expect(await shown()).toContain(told);
  expect(await read()).toBe(LONG_SOURCE);
  await press('open-0');
  expect(await shown()).toContain('only measures');
  await press('b');
  user.session = 'second';
  await start();
  expect(await shown()).not.toContain(told);
  expect(user.status).toBe(undefined);
  await say('on');
  expect(await read('/home/user/shop/other.ts')).not.toContain(LEFT_OUT);
});

test('a whole that is gone is named', LIMIT, async ($, on) => {
  const { user, start, read, pane } = kitUser($, on);
  await start();
  await read();
  user.isReadable = false;
  const { shown, press } = await pane();
  await press('open-0');
  expect(await shown()).toContain('cannot read "/home/user/shop/src/config.ts"');
});

test('names with control characters, long names and forty results are drawn', LIMIT, async ($, on) => {
  const { start, read, print, pane } = kitUser($, on);
  await start();
  for (let at = 0; at < 41; at += 1) await read(`/home/user/shop/file-${at}.ts`);
  await print(`make \u001b[31m\r\n\u0007${'x'.repeat(5000)}`);
  const { shown, press } = await pane();
  const list = await shown();
  expect(list).not.toMatch(/[^\P{C}\n]/u);
  expect(list).toMatch(/Bash make .{200}/);
  expect(list.match(/→/g)?.length).toBe(40);
  await press('open-39');
  expect(await shown()).toContain(LEFT_OUT);
});
