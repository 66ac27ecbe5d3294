import type { Mark } from './mark.ts';

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
  {
    asked: /\bold\b|\bdeprecat\w*|\bretir\w*|\bsunset\b|\blegacy\b|\bgo(?:es|ing)? away\b/i,
    line: /^[<>\s]*(?:deprecation|sunset|warning):|rel="?(?:deprecation|sunset|successor-version)/i,
  },
  {
    asked: /\b(?:paus|wait|delay|retr(?:y|ies)|slow|limit|throttl|too (?:many|often))/i,
    line: /^[<>\s]*(?:retry-after|x-?ratelimit[\w-]*|ratelimit[\w-]*):/i,
  },
];

/** Fewer parts than there are, of up to twenty: `1/2`. */
const NOT_ALL = Array.from({ length: 20 }, (_, all) => `(?:${[...Array(all + 1).keys()].join('|')})/${all + 1}`).join(
  '|',
);

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
    line: new RegExp(
      String.raw`\bExited\b|\bRestarting\b|\b(?:inactive|failed|dead|unhealthy|stopped)\b|\s(?:0/\d+|${NOT_ALL})\s|\b(?:CrashLoopBackOff|Pending|Error|Evicted|ImagePullBackOff|ErrImagePull|OOMKilled|NotReady|Unknown)\b`,
    ),
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

/** Slow tests: runners print durations from a tenth of a second on. */
export const TEST_TIMES: readonly Mark[] = [
  {
    asked: /\bslow|\blong(?:est)?\b|\bmost time\b|\btakes? (?:so|too) long/i,
    line: /\((?:\d{3,}(?:\.\d+)? ?ms|\d+(?:\.\d+)? ?s)\)|^\d+\.\d+s (?:call|setup|teardown)\b/,
  },
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

/** Keys that are off, such as `"paid": false`, for questions about what is not done. */
export const ON_OFF: readonly Mark[] = [
  {
    asked:
      /(?:\bnot|n't|\bnever) (?:yet )?(?:be(?:en)? )?(?:active|enabled|verified|published|paid|shipped|done|completed?|valid|ready|approved|confirmed|available)\b|\b(?:disabled|inactive|unverified|unpublished|unpaid|invalid|switched off|turned off)\b/i,
    line: /(?:active|enabled|verified|published|paid|shipped|done|completed?|valid|ready|approved|confirmed|available)["']?\s*[:=]\s*["']?(?:false|0|no|off)\b|disabled["']?\s*[:=]\s*["']?(?:true|1|yes|on)\b/i,
  },
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
