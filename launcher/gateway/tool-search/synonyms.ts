import { stem } from '../../../src/text/words.ts';

/** Words that mean the same for tools. Each line is one group; a word may be in several. */
const SAME = `
folder directory dir
repository repo
document doc
documentation docs manual
image picture photo screenshot
message msg
person user member people everybody somebody everyone
database db
environment env
configuration config settings
url link address website
javascript js
channel room
email mail
ticket issue bug
mongo mongodb
kubernetes k8s cluster
postgres postgresql
tab window
argument parameter
organization org
pull merge
pr pull
row record entry
label tag
thumbnail preview
credit balance
paper article publication
`;

/** Everyday words, grouped with loosely related words that tools use. */
const RELATED = `
list show display enumerate see all
get fetch retrieve read view show open see
read open content text
create add new make insert start
create open file
write save create
delete remove erase drop discard clear forget
update edit modify change set patch replace mark
close update resolve
search find query lookup look
find place near
send post write publish message tell say notify announce
reply answer respond
comment note remark story
review approve reject reviewer feedback
run execute call command
trigger launch start run kick
restart rerun retry
stop cancel abort kill terminate end close finish
select choose pick
navigate visit goto
click press tap
upload push
download pull fetch clone
copy duplicate clone
move rename relocate
switch checkout context select
combine merge join integrate
undo revert reset rollback restore
recover restore reflog
count total amount number
size space storage
task todo
subtask split
event meeting appointment
log output print
author who wrote blame
reaction emoji react thumb
duration time travel
travel drive walk ride trip route direction
schedule recurring cron monitor
watch monitor observe
scale replica
history past recent latest
latest newest recent
check validate verify
status state finished done progress passing
error failure problem mistake fail
flaky unstable
request http network
popup alert dialog
remember memory graph entity observation know
relation link connect
depend wait block
column section
filter query where
aggregate group sum
slow explain performance plan
field schema column
detail describe info information
port localhost forward
terminal shell process command
program process application
dark color theme
artifact file produce
cite citation related reference
site website url
crawl scrape
member user
version release tag
line blame
stage add
stash aside shelve
coordinate latitude longitude geocode
node machine
function class symbol code
readme license file
restaurant hotel cafe shop business place
airport station place address
`;

/** Strength of a word with the same meaning, and of a related one. */
const SAME_STRENGTH = 0.85;
const RELATED_STRENGTH = 0.7;

const TABLE = readTable([
  [RELATED, RELATED_STRENGTH],
  [SAME, SAME_STRENGTH],
]);

const NONE: ReadonlyMap<string, number> = new Map();

/** Returns the synonyms of a stem, as stems, each with its strength (0..1). */
export const synonymsOf = (word: string): ReadonlyMap<string, number> => TABLE.get(word) ?? NONE;

/** Reads groups, the weakest first. If two groups join the same words, the later one counts. */
function readTable(
  tables: readonly (readonly [groups: string, strength: number])[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const table = new Map<string, Map<string, number>>();
  for (const [groups, strength] of tables) {
    for (const line of groups.trim().split('\n')) {
      const group = line.split(' ').map(stem);
      for (const one of group) {
        const known = table.get(one) ?? new Map<string, number>();
        for (const other of group) if (other !== one) known.set(other, strength);
        table.set(one, known);
      }
    }
  }
  return table;
}
