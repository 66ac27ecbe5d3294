import { stem } from '../../../src/text/words.ts';

/** The effect of a request or tool. */
export type Intent = 'read' | 'create' | 'change' | 'remove';

const VERBS: Readonly<Record<Intent, string>> = {
  read:
    'get list show read search find describe view see check count explain inspect retrieve query look display what which ' +
    'who whose when where why how is are does did do was were status stats info tree compare export all',
  create:
    'create add new insert append make write save fork install post send reply clone init file record upload push tell ' +
    'notify announce split link',
  change:
    'update edit patch set rename move change modify mark close resolve assign apply scale merge upgrade replace reopen',
  remove: 'delete remove drop uninstall clean kill terminate clear forget erase discard disconnect',
};

const BY_STEM: ReadonlyMap<string, Intent> = new Map(
  (Object.entries(VERBS) as [Intent, string][]).flatMap(([intent, verbs]) =>
    verbs.split(' ').map((verb) => [stem(verb), intent] as const),
  ),
);

/** Returns the intent of the first known verb among stems; undefined if there is none. */
export function intentOf(stems: readonly string[]): Intent | undefined {
  const verb = stems.find((one) => BY_STEM.has(one));
  return verb === undefined ? undefined : BY_STEM.get(verb);
}
