import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { givenBy, MOD_NOTICE, moduleText, plainUser, pluginWith } from './claude-mod-user.ts';

/** Milliseconds for a few sessions on a busy machine. */
const TIMEOUT = 180_000;

type Shortened = Readonly<Record<'read' | 'bash', boolean>>;

/** Which of a long Read and a long output of Bash are still shortened if Claude Code lacks a member of `$`. */
const WITHOUT: Readonly<Record<string, Shortened>> = {
  // Without these, the mod does not start.
  'command.register': { read: false, bash: false },
  'clock.now': { read: false, bash: false },
  'env.get': { read: false, bash: false },
  'session.id': { read: false, bash: false },
  'session.root': { read: false, bash: false },
  'store.get': { read: false, bash: false },
  'store.keys': { read: false, bash: false },
  // Without these, nobody knows the session, or which files stay whole, or whether the whole can be read.
  'session.messages': { read: false, bash: false },
  'fs.exists': { read: false, bash: false },
  'fs.read': { read: false, bash: false },
  'tool.check': { read: false, bash: false },
  // Only a result that is no file's needs the folder of the session.
  'session.cwd': { read: true, bash: false },
  // Each of these two does for the other.
  'process.run': { read: true, bash: true },
  'fs.write': { read: true, bash: true },
  'fs.stat': { read: true, bash: true },
  'store.set': { read: true, bash: true },
  'store.delete': { read: true, bash: true },
  'clock.sleep': { read: true, bash: true },
  'ui.status': { read: true, bash: true },
  'ui.invalidate': { read: true, bash: true },
  'ui.open': { read: true, bash: true },
  'ui.resolve': { read: true, bash: true },
};

test('every member that the mod calls is in the table', () => {
  const called = new Set([...moduleText().matchAll(/\$\.(\w+\.\w+)\(/g)].map(([, member]) => member));
  expect([...called].sort()).toEqual(Object.keys(WITHOUT).sort());
});

/** Results that the model is given without the plugin. */
let whole: readonly string[] = [];
beforeAll(async () => {
  const user = plainUser(tempDir(afterAll));
  whole = await givenBy(user);
}, TIMEOUT);

/**
 * Which results are not as without the plugin. Each that is shortened must say so, and the first must have what the
 * session is about; the second may refer to it.
 */
function changesOf(given: readonly string[]): readonly boolean[] {
  const changed = given.map((text, at) => text !== whole[at]);
  for (const text of given.filter((_, at) => changed[at])) expect(text).toMatch(MOD_NOTICE);
  if (changed[0] === true) expect(given[0]).toContain('export function addMember');
  return changed;
}

/** What a member does in place of its work, and what differs then from a member that is missing. */
const FAULTS: Readonly<Record<string, { readonly does: string; readonly but: Readonly<Record<string, Shortened>> }>> = {
  'is missing': { does: '(()=>{throw new TypeError("not a function")})(', but: {} },
  'never answers': {
    does: '(()=>new Promise(()=>{}))(',
    but: {
      // It is asked for the file alone.
      'fs.stat': { read: false, bash: true },
      'process.run': { read: true, bash: false },
    },
  },
};

describe.each(Object.entries(FAULTS))('a member that %s', (_, { does, but }) => {
  test.each(Object.entries({ ...WITHOUT, ...but }))(
    '$.%s: results are shortened safely or come byte for byte',
    { timeout: TIMEOUT },
    async (member, shortened) => {
      const user = plainUser();
      const faulty = moduleText().replaceAll(`$.${member}(`, does);
      const given = await givenBy(user, user.both, ...pluginWith(user, faulty));
      expect(changesOf(given)).toEqual([shortened.read, shortened.bash]);
    },
  );
});

test.each<[string, boolean, (module: string) => string]>([
  ['the module throws while it loads', false, (module) => `throw new Error('broken');\n${module}`],
  ['the module is cut off', false, (module) => module.slice(0, module.length / 2)],
  ['a message is no message', false, (module) => module.replace('$.session.messages(', '(async()=>[null,{},7])(')],
  [
    'the mod is busy for ever, so that the host ends it',
    false,
    (module) => module.replace('$.fs.exists(', '(()=>{for(;;);})('),
  ],
  ['what the mod stored is no settings', true, (module) => module.replace('$.store.get(', '(async()=>[7,"x"])(')],
])('a session goes on although %s', { timeout: TIMEOUT }, async (_, isShortened, broken) => {
  const user = plainUser();
  const given = await givenBy(user, user.both, ...pluginWith(user, broken(moduleText())));
  expect(changesOf(given)).toEqual([isShortened, isShortened]);
});
