import { stem } from '../../../text/words.ts';

/** Verbs with particles, as people say them, and the verbs that programs print: verb forms: particles: meaning. */
const PHRASES = `
take taken took taking: off away out: remove delete uninstall revoke
throw thrown threw throwing throws: out away: discard drop evict delete reject expire forget rollback abort
turn turned turning turns: away: refuse reject deny
turn turned switch switched turns: off: disable stop inactive suspend false
turn turned switch switched: on: enable start active true
let lets letting: in through: allow accept permit
give gave given giving gives: up: timeout abort cancel exceed exhaust
blow blew blown blows: up: exception error fail crash panic overflow
come came comes: back: restore recover reconnect restart return
come came comes: out: result print release
go went gone goes: away: remove delete deprecate disconnect disappear
go went gone goes: down: offline fail stop crash
go went goes: off: fire trigger alarm
pile piled piling piles: up: queue backlog pending lag ready
run ran running runs: out: exhaust exceed full limit
cut cuts: off: truncate limit disconnect abort
keep kept keeps: out: deny block
get got gets getting: rid: remove delete drop
get got gets getting: through: connect succeed pass accept
lock locked shut: out: block deny lock ban
hold held holds: up: wait block lock delay
put puts: off: delay defer postpone
send sent sends: back: return refund reply
fall fell fallen falls: over: crash fail
fall fell falls: back: default fallback
clean cleaned cleans: up: purge vacuum delete remove prune
kick kicked: out: evict disconnect expire
pull pulled pulls: in: dependency require import transitive
hand handed: over: transfer pass
look looked: up: resolve query find
wipe wiped wipes: out: delete destroy
drop dropped drops: out: disconnect offline lost unreachable shutdown dead
carry carried: on: continue resume proceed
bring brought brings: in: add introduce import
bring brought brings: back: restore recover
roll rolled rolls: back: revert undo rollback
hang hung: up: disconnect close
swap swapped: out: replace
slow slowed slows: down: delay latency
write wrote written: down: record log store
figure figured: out: compute resolve detect
show shows shown: up: appear display list
`;

const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  PHRASES.trim()
    .split('\n')
    .flatMap((row) => {
      const [verbs = '', particles = '', meanings = ''] = row.split(': ');
      const stems = meanings.split(' ').map(stem);
      return verbs
        .split(' ')
        .flatMap((verb) => particles.split(' ').map((particle) => [`${verb} ${particle}`, stems] as const));
    }),
);

/** Max words between a verb and its particle: `threw the oldest keys out`. */
const MAX_BETWEEN = 3;

/** Yields stems of what a verb with a particle means, each with the verb. */
export function* phrases(words: readonly string[]): Generator<readonly [meaning: string, verb: string]> {
  for (const [i, verb] of words.entries())
    for (const particle of words.slice(i + 1, i + 2 + MAX_BETWEEN))
      for (const meaning of MEANINGS.get(`${verb} ${particle}`) ?? []) yield [meaning, verb];
}
