import { stem } from '../../../text/words.ts';

// Words that programmers use interchangeably. Each line is one group.
const GROUPS = `
config cfg conf configuration settings
message msg
delete remove erase unlink drop destroy deletion removal rm
error err exception failure fail fault
request req
response resp reply res
function func fn callback cb
argument arg param parameter args
directory dir folder
number num count cnt
length len size long
string str text
buffer buf
pointer ptr
index idx
value val
previous prev
temporary temp tmp
connection conn connect
environment env
authentication auth authorization authenticate authorize credential login
initialize init setup initialization
synchronous sync
asynchronous async
allocate alloc malloc allocation
maximum max
minimum min
statistics stats stat
information info
address addr
reference ref
attribute attr
property prop
source src
destination dest dst
document doc
definition def
expression expr
character char
integer int
database db
command cmd
execute exec run execution
iterator iter iterate
parse parser decode
convert to conversion
create new make build creation
equal eq equals
compare cmp comparison
sequence seq
timeout timer deadline expire expiry expiration
start begin launch
stop end close finish shutdown terminate halt quit exit termination
parallel concurrent multithreaded threaded
print write output
append push add
generate gen generation
context ctx
hidden dot
package pkg
variable var
regex regexp pattern
multiple multi
column col
memory mem ram rss
process proc pid
calculate compute calc calculation
signature sig
separator sep delimiter
specification spec
repository repo
application app
position pos offset
implementation impl
operation op
descriptor fd
window win
windows win32
licence license
misspelt misspelled typo spelling mean
depth deep nest level
deprecated obsolete
outdated stale
upgrade update bump
reject deny refuse decline rejection denial refusal
vulnerability cve advisory
crash segfault sigsegv panic panicking panicked core
email mail
picture image photo jpg jpeg png gif svg
audio music song mp3 ogg wav flac
video mp4 mkv mov webm
archive zip tar tgz
percent percentage pct
color colour
timezone tz
undo undone revert rollback
documentation readme doc
ipv6 aaaa inet6
gc garbage collector collect collection
ipv4 inet
compiler gcc clang gnu cc rustc javac
most max
least min
password passwd passphrase
rust rs
python py
typescript ts tsx
javascript js mjs
ruby rb
kotlin kt
haskell hs
perl pl
markdown md
shell bash sh
golang go
divide div rem modulo
retain retained retention
destroy destroyed destruction
lose loss
choose chosen choice
expire expiry expiration
decide decision
describe description
receive receipt
resolve resolution
subscribe subscription
submit submission
maintain maintenance
`;

// Words of one field. A question with one may be answered with another.
const FIELDS = `
wide width
high tall height
heavy weigh weight mass
large big huge size overflow
old age
fast quick speed rate throughput
slow latency
full usage use capacity
hot warm cold temperature temp
owner user uid own
group gid
author committer by write wrote written
machine host hostname
folder directory path
permission mode access
checksum hash digest crc sha
duration elapse took time
date timestamp time
reason cause because why
linker loader interpreter ld
processor cpu
disk drive volume storage filesystem
page homepage url
homepage home website site url
picture frame pixel resolution
language lang
secret credential token
encrypt cipher crypto tls ssl
certificate cert crt pem
expire expiry expiration validity until after
issuer issued signed
dependency depend require need
maintainer maintain author
skip ignore omit
miss absent lack lost
warning warn
freed free release
leak lost
default fallback
retry attempt
queue pending backlog
branch ref head
merge conflict
job task
total sum overall altogether
average avg mean
median p50
range inclusive exclusive bound
damage corrupt crc broken bad
connect join associate link attach establish
copy replicate mirror clone transfer duplicate
keep retain retention store persist preserve
late overdue delay
limit quota cap maximum ulimit bound
route forward
reach exceed exhaust
body payload content
allow permit grant
fee charge price
sale revenue profit income
reboot restart boot
hang stuck freeze frozen stall
upload multipart
download fetch pull
visit view hit request
customer client account buyer
employee staff worker
bug defect issue
test spec case
proxy gateway upstream
balance load
sign certify issue
schedule cron timer interval
alert alarm notify notification
backup snapshot dump
log journal
replica standby secondary follower
leader primary master
container pod
cluster node
rollout deploy deployment release
hardware device
battery charge power
ram dimm memory
kernel linux
firmware bios
monitor display screen
speed frequency mhz ghz clock
compress gzip zip
cache ttl
country nation state
city town
street address
birth born
death died dead
postgres postgresql 5432
mysql mariadb 3306
redis 6379
mongo mongodb 27017
kafka broker 9092
elasticsearch 9200
disregard ignore skip suppress waive accept
reception signal rssi dbm
wipe destroy delete erase
swap replace fault failed
intruder attacker scanner attack malicious
visitor client user
blame cause culprit
tamper checksum verify mismatch signature
spill spilled temporary temp
tangled complicated complex complexity cyclomatic nested
wifi wireless ssid wlan
leak expose disclose disclosure secret token
serious severe critical
score rating index grade
crypto encryption cipher encrypt des 3des md5 sha1 rc4
sunset deprecation deprecated retire
pause wait delay
echo loop loopback
multicast group
edge border bound margin clamp
erase clear reset
guess assume infer
order endian endianness byte
suppress mute silence downtime
https 443
ssh 22
ignore swallow suppress
`;

type Table = ReadonlyMap<string, readonly string[]>;

function readTable(groups: string): Table {
  const table = new Map<string, string[]>();
  for (const line of groups.trim().split('\n')) {
    const group = [...new Set(line.split(' ').map(stem))];
    for (const w of group) table.set(w, [...(table.get(w) ?? []), ...group.filter((x) => x !== w)]);
  }
  return table;
}

const TABLE = readTable(GROUPS);
const RELATED = readTable(FIELDS);

/** Returns stems of words that commonly stand for this stem in code, in a fixed order. */
export function abbreviations(word: string): readonly string[] {
  return TABLE.get(word) ?? [];
}

/** Returns stems of words from the same field, in a fixed order. */
export function related(word: string): readonly string[] {
  return RELATED.get(word) ?? [];
}
