import { stem } from './words.ts';

// Words that programmers use for one another. Each line is one group.
const GROUPS = `
config cfg conf configuration settings
message msg
delete remove erase unlink drop destroy
error err exception failure fail
request req
response resp reply res
function func fn callback cb
argument arg param parameter args
directory dir folder
number num count cnt
length len size
string str text
buffer buf
pointer ptr
index idx
value val
previous prev
temporary temp tmp
connection conn connect
environment env
authentication auth authorization
initialize init setup
synchronous sync
asynchronous async
allocate alloc malloc
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
execute exec run
iterator iter iterate
parse parser decode
convert to
create new make build
equal eq equals
compare cmp
sequence seq
timeout timer deadline
start begin launch
stop end close finish shutdown terminate halt quit
parallel concurrent multithreaded threaded
print write output
append push add
generate gen
context ctx
hidden dot
package pkg
variable var
regex regexp pattern
multiple multi
column col
memory mem
process proc
calculate compute calc
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
depth deep nest
deprecated obsolete
outdated stale
upgrade update bump
reject deny refuse decline
vulnerability cve advisory
crash segfault sigsegv panic core
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
ipv4 inet
compiler gcc clang gnu cc rustc javac
divide div rem modulo
range inclusive exclusive bound
damage corrupt crc broken bad
most max
least min
`;

const TABLE = new Map<string, string[]>();
for (const line of GROUPS.trim().split('\n')) {
  const group = [...new Set(line.split(' ').map(stem))];
  for (const w of group) TABLE.set(w, [...(TABLE.get(w) ?? []), ...group.filter((x) => x !== w)]);
}

/** Stems of the words that commonly stand for this stem in code, in a fixed order. */
export function abbreviations(word: string): readonly string[] {
  return TABLE.get(word) ?? [];
}
