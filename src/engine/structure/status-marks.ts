/**
 * A letter, number or sign that programs print instead of a word. A question with the word wants the lines with the
 * mark.
 */
export interface Mark {
  /** Matches a question that asks for the mark. */
  readonly asked: RegExp;
  /** Matches a line that carries the mark. A heading marks all lines below it. */
  readonly line: RegExp;
  /** True if a heading stands for itself only. */
  readonly alone?: boolean | undefined;
  /** Share of lines above which the mark distinguishes none. Default: 0.5. */
  readonly max?: number | undefined;
}

/** Letters and headings of git for the state of a file. */
export const FILE_STATES: readonly Mark[] = [
  { asked: /\b(?:delet|remov|dropp?|gone\b)/i, line: /^(?:D| D|D[ DM]|R?D\d*)\s+\S|^deleted file mode|^\s+deleted: / },
  { asked: /\b(?:add|new\b|creat|introduc)/i, line: /^(?:A|A[ MD]| A)\s+\S|^new file mode|^\s+new file: / },
  { asked: /\b(?:missing|lost|gone)\b|\bnot (?:there|found)\b/i, line: /^!\s+\S/ },
  { asked: /\b(?:renam|mov(?:e|ed|es|ing)\b)/i, line: /^R[ MD]?\d*\s+\S|^rename (?:from|to) |^\s+renamed: / },
  { asked: /\bcop(?:y|ied|ies)\b/i, line: /^C[ MD]?\d*\s+\S|^copy (?:from|to) |^\s+copied: / },
  { asked: /\b(?:un|not (?:yet )?)tracked|\bnew\b|\bunknown to git/i, line: /^\?\? \S|^Untracked files:/ },
  {
    asked: /\b(?:which|what|names? of the|list the) files?\b/i,
    line: /^diff --(?:git|cc|combined) |^Index: |^would re(?:format|write) |^re(?:formatted|wrote) /,
    alone: true,
  },
  { asked: /\bignored\b/i, line: /^!! \S|^Ignored files:/ },
  {
    asked: /\b(?:conflict|unmerged|both\b)/i,
    line: /^(?:U[UAD]|[AD]U|AA|DD)\s+\S|^U\t|^Unmerged paths:|^\s+both \w+: /,
  },
];

const EXECUTABLE = /\bexecut(?:e|ed|ables?)\b|\bbe run\b|\bscripts?\b/i;

/** File modes and zero sizes in a long listing. */
export const FILE_MODES: readonly Mark[] = [
  { asked: /\bonly\b.*\bowner\b|\bowner\b.*\bonly\b|\bprivate\b|\bnobody else\b/i, line: /^.r..------/ },
  { asked: EXECUTABLE, line: /^-(?:..[xs]|.{5}[xs]|.{8}[xt])/ },
  {
    asked:
      /\b(?:everyone|everybody|anyone|anybody|world|others|all users)\b.*\bwrit|\bwrit.*\b(?:everyone|everybody|anyone|anybody|world|others|all users)\b/i,
    line: /^[^l].{7}w/,
  },
  { asked: /\bread[- ]?only\b|\b(?:not|cannot|can't|no) (?:be )?writ/i, line: /^-r-.[r-]-.[r-]-/ },
  { asked: /\b(?:sym(?:bolic)?[ -]?)?link/i, line: /^l[r-]/ },
  { asked: /\bsockets?\b/i, line: /^s[r-]/ },
  { asked: /\b(?:pipes?|fifos?)\b/i, line: /^p[r-]/ },
  { asked: /\bdevices?\b/i, line: /^[bc][r-]/ },
  { asked: /\bset-?[ug]id\b/i, line: /^-(?:..[sS]|.{5}[sS])/ },
  { asked: /\b(?:empty|nothing in|no content|zero bytes)\b/i, line: /^-\S+\s+(?:\d+\s+)?\S+\s+(?:\S+\s+)?0\s/ },
];

/** Modes of files in the index and the trees of git. */
export const INDEX_MODES: readonly Mark[] = [{ asked: EXECUTABLE, line: /^100755 / }];

/** HTTP headers, which people ask for in other words. */
export const HTTP_HEADERS: readonly Mark[] = [
  {
    asked: /\b(?:redirect\w*|moved|forward\w*|follow\w*|end(?:s|ed)? up)\b/i,
    line: /^[<>\s]*location:|^\* Issue another/i,
  },
  {
    asked: /\bcach\w*|\bfresh\w*|\bstale\b/i,
    line: /^[<>\s]*(?:cache-control|expires|etag|age|last-modified|vary|x-cache[\w-]*):/i,
  },
];

/** States of processes in `ps` and `top`, and of containers and services. */
export const PROCESS_STATES: readonly Mark[] = [
  { asked: /\b(?:zombies?|defunct|reap(?:ed|s|ing)?)\b/i, line: /\s(?:Z[sl+N<]*)\s|<defunct>/ },
  { asked: /\b(?:stopped|suspended|paused|exited)\b/i, line: /\s[Tt][sl+N<]*\s|\bExited \(|\bPaused\b/ },
  { asked: /\b(?:uninterruptible|waits? for (?:the )?disk|blocked)\b/i, line: /\sD[sl+N<]*\s/ },
  {
    asked: /(?<!\b(?:not|n't) )\b(?:runnable|running|active|up)\b(?! (?:out|low))/i,
    line: /\sR[sl+N<]*\s|\bUp \d|\bUp (?:About|Less)/,
  },
  {
    asked:
      /(?:\bnot|n't) (?:be )?(?:running|run|up|ready|active|available|started|healthy)\b|\b(?:down|dead|crash\w*|unhealthy|unready)\b/i,
    line: /\bExited\b|\bRestarting\b|\b(?:inactive|failed|dead|unhealthy|stopped)\b|\s0\/\d+\s|\b(?:CrashLoopBackOff|Pending|Error|Evicted|ImagePullBackOff|ErrImagePull|OOMKilled|NotReady|Unknown)\b/,
  },
  {
    asked: /\bmemory\b.*\bkill|\bkill.*\bmemory\b|\bout of memory\b/i,
    line: /\bOOMKilled\b|\bExited \(137\)|[Oo]ut of memory|\boom-kill/,
  },
  { asked: /\b(?:not|n't) (?:be )?installed\b|\bmissing\b/i, line: /\bMISSING\b|\bUNMET\b/ },
];

/** Signs of test runners for skipped tests. */
export const TEST_STATES: readonly Mark[] = [
  {
    asked:
      /\b(?:skip|ignor|pending|disabled|left out)|\b(?:not|never|without being) (?:be(?:en)? |get )?(?:run|ran|executed|built|tested|tried|reached|checked|deployed)\b|\bn't (?:run|executed|built|tested)\b/i,
    line: /^\s*[\u2193\u25cb\u2296\ufe63-] {1,4}\S|# SKIP\b|\bSKIP(?:PED)?\b|\.\.\. (?:ignored|skipped)|--- SKIP|\bxfail\b|\bPENDING\b/,
  },
  { asked: /\bexpected to fail|\bknown (?:to fail|failures?)/i, line: /\bXFAIL\b|\bxfail\b|# TODO\b/ },
];

const STATUS = String.raw`(?:" |\bstatus(?:_?code)?["']?[:= ]+["']?|\bHTTP/[\d.]+"?\s+|\s)`;
const status = (code: string): RegExp => new RegExp(`${STATUS}${code}(?=[\\s,"'})\\]]|$)`, 'i');

/** HTTP status codes, and other things that servers and kernels log in terms of their own. */
export const LOG_MARKS: readonly Mark[] = [
  {
    asked: /\b(?:server(?:'s|-side)? (?:error|fault|failure)s?|5xx|internal (?:server )?errors?)\b/i,
    line: status('5\\d\\d'),
  },
  { asked: /\b(?:client(?:'s|-side)? (?:error|fault|failure)s?|4xx|bad requests?)\b/i, line: status('4\\d\\d') },
  { asked: /\b(?:not found|missing|did(?:n't| not) exist|do(?:es)?(?:n't| not) exist)\b/i, line: status('404') },
  {
    asked:
      /\b(?:unauthori[sz]ed|not (?:signed|logged) in|without (?:a )?(?:login|credentials|token)|authenticat\w*)\b/i,
    line: status('401'),
  },
  { asked: /\b(?:too many|rate[ -]?limit\w*|throttl\w*)\b/i, line: status('429') },
  { asked: /\b(?:too (?:large|big|long)|oversized?|size limit)\b/i, line: status('41[34]') },
  { asked: /\b(?:redirect\w*|moved)\b/i, line: status('30[12378]') },
  { asked: /\btim(?:e|ed)[ -]?outs?\b/i, line: status('(?:408|504)') },
  { asked: /\b(?:unavailable|overloaded)\b/i, line: status('503') },
  { asked: /\b(?:created)\b/i, line: status('201') },
  {
    asked: /\b(?:log(?:ged|s|ging)?|sign(?:ed|s|ing)?)[ -]?in\b|\blogins?\b/i,
    line: /\bAccepted (?:password|publickey|keyboard)|\bsession opened for user|\bNew session \d+ of user/,
  },
  {
    asked: /\binstructions?\b|\b(?:where|which function|at what)\b.*\b(?:crash\w*|oops|fault\w*|bugs?|happens?)\b/i,
    line: /\b(?:[RE]IP:|PC is at|(?:pc|epc) ?: )/,
  },
];

/** Constants of source code that say how much, how long or how many. */
export const CONSTANTS: readonly Mark[] = [
  {
    asked:
      /\bhow (?:many|much|long|large|big|often|deep|far)\b|\b(?:max\w*|min\w*|limits?|size|length|time-?outs?|defaults?|intervals?|number of|largest|longest|up to|at most|unless|threshold|delay|capacity)\b/i,
    line: /^(?!\s*(?:\/\/|\*|#\s|for\b|if\b)).{0,80}\b\w*(?:max|min(?!us|or|ut)|size|limit|length|time_?out|interval|default|threshold|delay|capacity|retries|attempts|depth|ttl|backlog)\w*['"]?(?:\s*:\s*\w+)?\s*(?:[:=]=?|=>)\s*(?:-?\d|[\w.]+\([^)]{0,80}\b\d)|^\s*#\s*define\s+\w*(?:MAX|MIN|SIZE|LIMIT|LEN|TIMEOUT|INTERVAL|DEFAULT|THRESHOLD|DELAY|CAPACITY|RETRIES|DEPTH|TTL)\w*\s+\(?\d/i,
    alone: true,
    max: 0.02,
  },
];

/** Branches: the current one has a star, and others show how they relate to their remote. */
export const BRANCHES: readonly Mark[] = [
  { asked: /\b(?:current|checked out|am i on|are we on|active|now)\b/i, line: /^\* / },
];

/** Differences between two places that were compared or synchronized. */
export const LISTS_COMPARED: readonly Mark[] = [
  { asked: /\b(?:delet|remov|gone|missing|only)/i, line: /^Only in |^\*deleting|^deleting / },
  {
    asked: /\b(?:add|new\b|creat|only|missing|lack)|\bnot (?:yet )?(?:there|exist)/i,
    line: /^Only in |^[<>c.][fdLDS]\+{7}/,
  },
  { asked: /\b(?:size|length|larger|smaller|longer|shorter)/i, line: /^[<>ch.*][fdLDS][c.]s/ },
];

/** Table cells that are empty or count zero. */
export const EMPTY_CELLS: readonly Mark[] = [
  {
    asked: /\b(?:no|without|missing|lacks?|lacking|nothing|empty|blank|unset|unknown|not (?:set|given|known))\b/i,
    line: /(?:^|[,;|\t])\s*(?:""|''|-+|null|none|n\/a)?\s*(?:[,;|\t]|$)/i,
    max: 0.1,
  },
  {
    asked: /\b(?:out of|none left|sold out|used up|zero|empty|nothing|no \w+ (?:left|at all))\b/i,
    line: /(?:^|[,;|\t])\s*0(?:\.0+)?\s*(?:[,;|\t]|$)/,
    max: 0.1,
  },
];

/** Empty files in listings that put the size first. */
export const EMPTY_FILES: readonly Mark[] = [
  { asked: /\b(?:empty|nothing in|no content|(?:zero|no) bytes)\b/i, line: /^\s*0(?:\s|B\s)/ },
];

/** Slow tests: runners print durations from a tenth of a second on. */
export const TEST_TIMES: readonly Mark[] = [
  {
    asked: /\bslow|\blong(?:est)?\b|\bmost time\b|\btakes? (?:so|too) long/i,
    line: /\((?:\d{3,}(?:\.\d+)? ?ms|\d+(?:\.\d+)? ?s)\)|^\d+\.\d+s (?:call|setup|teardown)\b/,
  },
];

/** Times that programs print in other words than people use. */
export const TIMES: readonly Mark[] = [
  {
    asked: /\bhow long\b|\b(?:total|overall|whole) (?:time|duration)\b|\btime did\b/i,
    line: /\b(?:time|took|taken|finished|completed|duration|elapsed|total|real)\b.{0,60}?\d(?:[\d.:]*)\s?(?:ms|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/i,
    max: 0.1,
  },
  {
    asked: /\bexpir|\bvalid (?:until|till|to|for)\b|\bruns? out\b|\bhow long .{0,40}\bvalid\b/i,
    line: /\bnot[ _]?after\b|\bvalid(?:ity)?[ _-]?(?:until|to|till)\b|\bexpir(?:es|y|ation|ed)\b/i,
    max: 0.2,
  },
];

/** Keys and values of settings that people describe in other words: services, jobs and their dependencies. */
export const SETTINGS: readonly Mark[] = [
  {
    asked: /\b(?:outside|public(?:ly)?|external(?:ly)?|internet|reachable|exposed?)\b/i,
    line: /\btype:\s*(?:LoadBalancer|NodePort)\b|\b0\.0\.0\.0\b|^\s*(?:ports|expose|ingress):/i,
  },
  {
    asked: /\b(?:waits?|depends?|dependenc(?:y|ies)|after|before|order)\b/i,
    line: /^\s*(?:- )?(?:needs|depends_?on|after|before|requires|run_?after|wait_?for):/i,
  },
  {
    asked: /\b(?:roll(?:s|ing)?|downtime|replaced?|at once)\b/i,
    line: /\b(?:type|strategy|update_?strategy):\s*["']?(?:Recreate|RollingUpdate|OnDelete)\b/i,
  },
];

/** Program terms for problems that people describe in other words. */
export const PROBLEMS: readonly Mark[] = [
  {
    asked:
      /\bout of (?:disk|space|storage)\b|\b(?:disk|drive|volume) (?:is |was |ran |got )?full\b|\bfull (?:disk|drive|volume)\b/i,
    line: /\bno space left\b|\bENOSPC\b|\bdisk (?:is )?full\b|\bdisk quota exceeded\b/i,
  },
  {
    asked: /\b(?:wrong|problems?|trouble|broken?|breaks?|fault\w*|fail\w*|errors?)\b/i,
    line: /\b(?:error|err|fail(?:ed|ure|s)?|fatal|critical|unhealthy|degraded|corrupt\w*|panic|timed out|refused|denied)\b/i,
  },
];

/** What systems print of things that do not run, are not allowed, or will be lost. */
const BAD_STATE = [
  // Kubernetes, containers, Argo CD.
  String.raw`CrashLoopBackOff|\w*ImagePull(?:BackOff)?|OOMKilled|(?:Out[Oo]f|Insufficient) ?(?:[Mm]emory|[Cc]pu|[Dd]isk)|Evicted|BackOff|Failed(?:Scheduling|Mount|Create|Attach\w*|Sync)?|Unhealthy|NotReady|Node(?:NotReady|HasDiskPressure|HasMemoryPressure)|DeadlineExceeded|\w*Error|Degraded|OutOfSync|NotTriggerScaleUp|Pending|Unknown|Error|Init:\w+|Unschedulable|Lost|Dead|Preempted`,
  String.raw`[Ee]xit(?:ed)?[ _]?(?:[Cc]ode["']?\s*[:=]\s*|\()-?[1-9]\d*|["']?status(?:_?code)?["']?\s*[:=]\s*["']?[45]\d\d|(?:Memory|Disk|PID)Pressure\s+True|Ready["':= ]\s*"?False|"?(?:oomkilled|Dead|Restarting)"?\s*[:=]\s*true`,
  // Services, hosts, accounts, pipelines, plans.
  '[1-9]\\d* (?:unavailable|unhealthy|missing)|Waiting for [a-z ]*lock|deallocated|err|Warning\\s+[A-Z]\\w+|(?:un|not )(?:healthy|reachable|available|ready|known|synced|hashed)|stopped|terminated|expired|denied|revoked|suspended|offline|inactive|disconnected|failed|dead|crashed|killed|degraded|critical|quarantined|FAILED|BLOCKED|DENIED|EXPIRED|CRITICAL|ERROR|DOWN|DEGRADED|OFFLINE|STOPPED|TERMINATED|UNHEALTHY|UNREACHABLE|REJECTED|SUSPENDED|down|must be replaced|will be destroyed|forces replacement',
].join('|');

/** States of things, which questions ask for in many words. */
export const STATES: readonly Mark[] = [
  {
    asked:
      /\b(?:wrong|problems?|trouble|issues?|broken?|fail\w*|fault\w*|errors?|crash\w*|unhealthy|healthy|unready|suspicious|blocked|down|dead|degraded|(?:switched|turned|powered) off|stuck|hangs?|hanging|fewer|missing|stopped|killed|terminated|anything (?:unusual|odd)|attention)\b|(?:\bnot|n't) (?:\w+ )?(?:ready|running|run|healthy|up|working|work|available|start\w*|synced|ok|come up)\b|^(?:is|are) (?:it|they|everything|all|the \w+|this) (?:\w+ )?(?:running|ready|healthy|up|ok|fine|safe|in order)\b|\bwhy\b.{1,80}\b(?:stop|restart|die|crash|kill|exit|never|not|n't)/i,
    line: new RegExp(String.raw`(?:^|[\s"'=:|,(\[])(?:${BAD_STATE})(?=$|[\s"',.:;|)\]}(])`),
    max: 0.3,
  },
];

/** Addresses of the internet, and of no private network. */
const PUBLIC_ADDRESSES: readonly Mark[] = [
  {
    asked: /\b(?:outside|external\w*|foreign|internet|public(?:ly)?|abroad|strangers?|intruders?|attack\w*)\b/i,
    line: /(?<![\d.])(?!(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|22[4-9]|2[3-5]\d)\.)[1-9]\d{0,2}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])/,
    max: 0.1,
  },
];

/** Actions of plans in JSON (`terraform show -json`, previews of Pulumi). */
const PLAN_ACTIONS: readonly Mark[] = [
  { asked: /\b(?:in[ -]place|updat\w*|chang\w*|modif\w*)\b/i, line: /^\s*(?:"(?:action|op)": )?"update",?$/, max: 0.1 },
  {
    asked: /\b(?:delet\w*|destroy\w*|remov\w*|replac\w*|lost|lose)\b/i,
    line: /^\s*(?:"(?:action|op)": )?"(?:delete|replace)",?$/,
    max: 0.1,
  },
  { asked: /\b(?:creat\w*|add(?:ed|s)?|new)\b/i, line: /^\s*(?:"(?:action|op)": )?"create",?$/, max: 0.1 },
];

/** Names in `openssl x509 -text` for the hosts of a certificate, and for the right to sign others. */
const CERTIFICATES: readonly Mark[] = [
  { asked: /\bsign(?:s|ing)?\b.*\bothers?\b|\bauthority\b|\bca\b/i, line: /\bCA:(?:TRUE|FALSE)|\bCertificate Sign\b/ },
  { asked: /\b(?:hosts?|domains?|names?|covers?|san)\b/i, line: /^\s*DNS:|\bX509v3 Subject Alternative Name/ },
];

/** Things that go away, and things without a remedy or without protection. */
const LEFT_BEHIND: readonly Mark[] = [
  {
    asked: /\bdeprecat\w*|\bstop using\b|\bobsolete\b|\bgo(?:es)? away\b|\bbe removed\b|\blegacy\b/i,
    line: /@?\bdeprecat(?:ed|ion)\b|\bwill be removed\b/i,
    max: 0.1,
  },
  {
    asked: /\b(?:no|without a|lacks? a) (?:fix|patch|remedy)\b|\bcannot be (?:fixed|patched|mended)\b|\bunfixed\b/i,
    line: /\b[Nn]o (?:fix|patch) available\b|"fixAvailable": false|"(?:fix_?state|status)": "(?:not-fixed|wont-fix)"/,
    max: 0.1,
  },
  {
    asked: /\bunencrypted\b|\bplain ?text\b|\b(?:not|no|without|n't)\b.{0,20}\b(?:encrypt\w*|tls|ssl)\b/i,
    line: /\b\w*(?:tls|ssl|encrypt)\w*["']?\s*[:=]\s*["']?(?:false|off|no|0|disabled?)\b|\bsslmode=disable\b/i,
    max: 0.1,
  },
];

/** Queries that read a whole table or collection. */
const UNINDEXED: readonly Mark[] = [
  {
    asked: /\bindex\w*\b|\bfull (?:table |collection )?scans?\b/i,
    line: /\bCOLLSCAN\b|\bSeq Scan\b|"access_type": "ALL"/,
    max: 0.2,
  },
];

/** Signs of what APIs and servers let anybody do. */
const OPEN_TO_ALL: readonly Mark[] = [
  {
    asked:
      /\b(?:without|no|needs? no)\b.*\b(?:tokens?|logins?|auth\w*|credentials|keys?|sign\w*)\b|\b(?:anonymous\w*|unauthenticated|by any(?:body|one)|public(?:ly)?)\b/i,
    line: /["']?security["']?\s*:\s*\[\s*\]|\bauth\w*["']?\s*[:=]\s*["']?(?:none|false|off)\b|\bAllowAnonymous\b|\bpermitAll\b/i,
    max: 0.1,
  },
];

/** Texts that nobody has written yet. */
const UNWRITTEN: readonly Mark[] = [
  {
    asked:
      /\b(?:not|n't|un)\W?(?:yet )?(?:been )?(?:translated|written|done|finished|documented|filled)\b|\b(?:unfinished|incomplete|missing|open|still to)\b/i,
    line: /(?:^|["'\s:=>])(?:TODO|TBD|FIXME|XXX)(?=["'\s:<,]|$)/,
    max: 0.1,
  },
  {
    asked: /\b(?:in english|untranslated|not (?:yet )?(?:been )?translated)\b/i,
    line: /["'>:=].*\b(?:the|your?|this|has|have|been|please|with|and|of|to)\b.*\b(?:the|your?|this|is|are|has|have|been|longer|please|with|for|and|of|to)\b/i,
    max: 0.1,
  },
];

/** Packages that were removed and left their settings, as dpkg marks them. */
export const PACKAGE_STATES: readonly Mark[] = [
  { asked: /\bremov\w*\b.*\b(?:config|settings|behind)|\bresidual\b|\bpurged?\b/i, line: /^rc\s+\S/ },
];

/** Hidden names, which listings omit by default. */
export const HIDDEN_NAMES: readonly Mark[] = [
  { asked: /\bhidden\b|\bdot[ -]?files?\b/i, line: /(?:^|[/\s])\.[\w-][^/\s]*\/?$/ },
];

/** Sums per file in `lcov.info`, and code that never ran. */
export const COVERAGE: readonly Mark[] = [
  { asked: /\bbranch/i, line: /^BR[FH]:/ },
  {
    asked: /\bfunctions?\b.*\b(?:never|not|un\w+ed|n't)\b|\b(?:never|not|un\w+ed|n't)\b.*\bfunctions?\b/i,
    line: /^FNDA:0,/,
  },
  { asked: /\blines?\b|\bcover(?:ed|age)?\b|\buntested\b/i, line: /^L[FH]:/ },
];

/** Alternative licenses, as SPDX writes them. */
export const LICENCES: readonly Mark[] = [
  {
    asked:
      /\b(?:dual|either|several|choice of|more than one)\b.*\blicen[cs]|\blicen[cs].*\b(?:dual|either|several|choice|choose)\b/i,
    line: /\b[A-Z][\w.+-]+ OR [A-Z][\w.+-]+/,
  },
];

/** Keys that are off, such as `"paid": false`, for questions about what is not done. */
export const ON_OFF: readonly Mark[] = [
  {
    asked:
      /(?:\bnot|n't|\bnever) (?:yet )?(?:be(?:en)? )?(?:active|enabled|verified|published|paid|shipped|done|completed?|valid|ready|approved|confirmed|available)\b|\b(?:disabled|inactive|unverified|unpublished|unpaid|invalid|switched off|turned off)\b/i,
    line: /(?:active|enabled|verified|published|paid|shipped|done|completed?|valid|ready|approved|confirmed|available)["']?\s*[:=]\s*["']?(?:false|0|no|off)\b|disabled["']?\s*[:=]\s*["']?(?:true|1|yes|on)\b/i,
  },
];

/** Marks of everything that programs print, whatever its kind. */
export const PRINTED: readonly Mark[] = [
  ...TIMES,
  ...PACKAGE_STATES,
  ...PUBLIC_ADDRESSES,
  ...PLAN_ACTIONS,
  ...CERTIFICATES,
  ...OPEN_TO_ALL,
  ...UNINDEXED,
  ...LEFT_BEHIND,
  ...UNWRITTEN,
];
