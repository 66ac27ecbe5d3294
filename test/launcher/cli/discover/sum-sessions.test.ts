import { expect, test } from 'vitest';
import type { CacheCosts } from '../../../../launcher/cli/discover/cache-costs.ts';
import { drawDiscovered } from '../../../../launcher/cli/discover/draw-discovered.ts';
import type { DiscoveredSession } from '../../../../launcher/cli/discover/read-session.ts';
import { sumSessions } from '../../../../launcher/cli/discover/sum-sessions.ts';

function session(cache: Partial<CacheCosts> = {}, more = 0): DiscoveredSession {
  return {
    ...{
      host: 'claude-code',
      isOdd: false,
      isWhole: true,
      cost: 100_000,
      byModel: new Map([['claude-opus-5-5', 100_000]]),
    },
    results: [
      { tool: 'Read', tokens: 3000, spared: { default: 0, more }, weight: 2 },
      { tool: 'Bash', tokens: 2500, spared: { default: 500, more: 500 }, weight: 4 },
    ],
    cache: { minutes: 5, pauses: 2, lost: 8000, cost: 90_000, other: 85_000, ...cache },
  };
}

test('prices are summed by model and by tool, dearest first', () => {
  const { models, tools, spared } = sumSessions([session({}, 1000), session()]);
  expect(models).toEqual([{ host: 'claude-code', model: 'claude-opus-5-5', sessions: 2, cost: 200_000 }]);
  expect(tools.map(({ tool, results, shortened }) => [tool, results, shortened.default, shortened.more])).toEqual([
    ['Bash', 2, 2, 2],
    ['Read', 2, 0, 1],
  ]);
  expect(tools.map(({ share }) => share)).toEqual([0.1, 0.06]);
  expect(spared).toEqual({ default: 0.02, more: 0.03 });
});

test('a session whose counts cannot be of its texts is priced, but its results are not counted', () => {
  const sums = sumSessions([session(), { ...session(), isOdd: true }]);
  expect(sums).toMatchObject({
    sessions: 1,
    odd: 1,
    models: [{ sessions: 2, cost: 200_000 }],
    caches: [{ sessions: 2 }],
  });
  expect(sums.tools).toEqual(sumSessions([session()]).tools);
  expect(drawDiscovered(sums)).toContain('Only priced, because what they count cannot be of their texts: 1');
});

test('a model that cost nothing is not listed', () => {
  const byModel = new Map([
    ['claude-opus-5-5', 10],
    ['<synthetic>', 0],
  ]);
  expect(sumSessions([{ ...session(), byModel }]).models.map(({ model }) => model)).toEqual(['claude-opus-5-5']);
});

test('another cache is advised only if it is surely cheaper, on sessions with pauses', () => {
  const advised = (sessions: readonly DiscoveredSession[]) =>
    /"promptCacheTtl": "(..)"/.exec(drawDiscovered(sumSessions(sessions)))?.[1];
  const twelve = (cache: Partial<CacheCosts>) => Array.from({ length: 12 }, () => session(cache));
  expect(advised(twelve({}))).toBe('1h');
  expect(advised(twelve({ other: 91_000 }))).toBeUndefined();
  expect(advised(twelve({ pauses: 0 }))).toBeUndefined();
  expect(advised([...twelve({}).slice(6), ...twelve({ other: 99_000 }).slice(6)])).toBeUndefined();
  expect(advised(twelve({ minutes: 60, pauses: 0, lost: 0 }))).toBe('5m');
});

test('everything is one screen, and what a record names cannot move the cursor', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    ...session({}, 100),
    byModel: new Map([[`model \u001b[2J${at}`, 1000]]),
    results: [{ tool: `mcp__a__\u001b${at}`, tokens: 900, spared: { default: 0, more: 0 }, weight: 1 }],
  }));
  const drawn = drawDiscovered(sumSessions(many));
  expect(drawn.split('\n').length).toBeLessThan(40);
  expect(drawn).not.toContain('\u001b');
});
