import type { Mark } from './mark.ts';

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

/** What systems print of things that do not run, are not allowed, or will be lost. */
const BAD_STATE = [
  // Kubernetes, containers, Argo CD.
  String.raw`CrashLoopBackOff|\w*ImagePull(?:BackOff)?|OOMKilled|(?:Out[Oo]f|Insufficient) ?(?:[Mm]emory|[Cc]pu|[Dd]isk)|Evicted|BackOff|Failed(?:Scheduling|Mount|Create|Attach\w*|Sync)?|Unhealthy|NotReady|Node(?:NotReady|HasDiskPressure|HasMemoryPressure)|DeadlineExceeded|\w*Error|Degraded|OutOfSync|NotTriggerScaleUp|Pending|Unknown|Error|Init:\w+|Unschedulable|Lost|Dead|Preempted`,
  String.raw`[Ee]xit(?:ed)?[ _]?(?:[Cc]ode["']?\s*[:=]\s*|\()-?[1-9]\d*|["']?status(?:_?code)?["']?\s*[:=]\s*["']?[45]\d\d|(?:Memory|Disk|PID)Pressure\s+True|Ready["':= ]\s*"?False|"?(?:oomkilled|Dead|Restarting)"?\s*[:=]\s*true`,
  // Services, hosts, accounts, pipelines, plans.
  '[1-9]\\d* (?:unavailable|unhealthy|missing)|Waiting for [a-z ]*lock|deallocated|err|Warning\\s+[A-Z]\\w+|(?:un|not )(?:healthy|reachable|available|ready|known|synced|hashed)|stopped|terminated|expired|denied|revoked|suspended|offline|inactive|disconnected|failed|dead|crashed|killed|degraded|critical|quarantined|FAILED|BLOCKED|DENIED|EXPIRED|CRITICAL|ERROR|DOWN|MAINT|DEGRADED|OFFLINE|STOPPED|TERMINATED|UNHEALTHY|UNREACHABLE|REJECTED|SUSPENDED|down|must be replaced|will be destroyed|forces replacement',
].join('|');

/** States of things, which questions ask for in many words. */
export const STATES: readonly Mark[] = [
  {
    asked:
      /\b(?:wrong|problems?|trouble|issues?|broken?|fail\w*|fault\w*|errors?|crash\w*|unhealthy|healthy|unready|suspicious|blocked|down|dead|degraded|(?:switched|turned|powered) off|stuck|hangs?|hanging|fewer|missing|stopped|killed|terminated|out of (?:service|order|action)|(?:go|went|goes) well|blew up|serious|stale|to blame|anything (?:unusual|odd)|attention)\b|(?:\bnot|n't) (?:\w+ )?(?:ready|running|run|healthy|up|working|work|available|start\w*|synced|ok|come up)\b|^(?:is|are) (?:it|they|everything|all|the \w+|this) (?:\w+ )?(?:running|ready|healthy|up|ok|fine|safe|in order)\b|\bwhy\b.{1,80}\b(?:stop|restart|die|crash|kill|exit|never|not|n't)/i,
    line: new RegExp(String.raw`(?:^|[\s"'=:|,(\[])(?:${BAD_STATE})(?=$|[\s"',.:;|)\]}(])`),
    max: 0.3,
  },
];

/** Packages that were removed and left their settings, as dpkg marks them. */
export const PACKAGE_STATES: readonly Mark[] = [
  { asked: /\bremov\w*\b.*\b(?:config|settings|behind)|\bresidual\b|\bpurged?\b/i, line: /^rc\s+\S/ },
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

/** Signs of what APIs and servers let anybody do. */
const OPEN_TO_ALL: readonly Mark[] = [
  {
    asked:
      /\b(?:without|no|needs? no)\b.*\b(?:tokens?|logins?|auth\w*|credentials|keys?|sign\w*)\b|\b(?:anonymous\w*|unauthenticated|any(?:body|one)|every(?:body|one)|(?:whole|entire) (?:internet|world)|public(?:ly)?)\b/i,
    line: /"(?:0\.0\.0\.0|::)\/0"|"Principal": ?"\*"|["']?security["']?\s*:\s*\[\s*\]|\bauth\w*["']?\s*[:=]\s*["']?(?:none|false|off)\b|\bAllowAnonymous\b|\bpermitAll\b/i,
    max: 0.1,
  },
];

/** Ciphers, hashes, keys and protocols that are no longer safe. */
const WEAK: readonly Mark[] = [
  {
    asked:
      /\b(?:weak|insecure|unsafe|broken|outdated|old|obsolete|legacy)\b.*\b(?:crypto\w*|ciphers?|hash\w*|certs?|certificates?|keys?|tls|ssl|algorithms?|encryption)\b/i,
    line: /\b(?:md5|sha-?1|rc4|3?des|ssl ?v?[23]|tls ?v?1\.[01])(?![\d-])|\bsha1With|\b(?:512|768|1024) bit/i,
    max: 0.3,
  },
];

/** Disks that are failing. */
const FAILING_DISKS: readonly Mark[] = [
  {
    asked: /\b(?:swap|replac\w*|fail\w*|dying|bad|health\w*|broken|austausch\w*)\b/i,
    line: /\b(?:Reallocated_Sector_Ct|Current_Pending_Sector|Offline_Uncorrectable)\b.*\s[1-9]\d*$|\bFAILING_NOW\b|\bread failure\b|\s(?:FAULTED|UNAVAIL)\s|^ATA Error Count: [1-9]/,
    max: 0.1,
  },
];

/** Queries that read a whole table or collection. */
const UNINDEXED: readonly Mark[] = [
  {
    asked: /\bindex\w*\b|\bfull (?:table |collection )?scans?\b/i,
    line: /\bCOLLSCAN\b|\bSeq Scan\b|"access_type": "ALL"/,
  },
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

/** Marks of everything that programs print, whatever its kind. */
export const PRINTED: readonly Mark[] = [
  ...TIMES,
  ...PACKAGE_STATES,
  ...PUBLIC_ADDRESSES,
  ...PLAN_ACTIONS,
  ...CERTIFICATES,
  ...OPEN_TO_ALL,
  ...WEAK,
  ...FAILING_DISKS,
  ...UNINDEXED,
  ...LEFT_BEHIND,
  ...UNWRITTEN,
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
