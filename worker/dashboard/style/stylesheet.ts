import { BASE } from '../base-path.ts';

/** Styles of figures: the chart, tables with bars, states. */
const FIGURES: string = `
.ranges { display: inline-flex; padding: 3px; gap: 2px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.ranges a { padding: 0.3rem 0.8rem; border-radius: 7px; color: var(--quiet); text-decoration: none; font-size: 0.9375rem; }
.ranges a:hover { color: var(--ink); }
.ranges a[aria-current] { background: var(--main); color: var(--on-main); font-weight: 550; }

.hero { padding: 1.75rem; }
.hero-head { display: flex; justify-content: space-between; align-items: flex-start; gap: 1.25rem 3rem; flex-wrap: wrap; margin-bottom: 1.25rem; }
.hero .hero-label { font-size: 0.9375rem; font-weight: 500; color: var(--quiet); }
.hero-figure { font-size: clamp(2.75rem, 6vw, 3.75rem); font-weight: 650; letter-spacing: -0.035em; line-height: 1.1; color: var(--main); }
.figure { font-size: 1.75rem; font-weight: 600; letter-spacing: -0.02em; line-height: 1.2; }
.figure-label { color: var(--quiet); font-size: 0.9375rem; }
.facts { display: flex; gap: 1rem 2.5rem; flex-wrap: wrap; }
.facts div { display: flex; flex-direction: column; }
.facts dt { color: var(--quiet); font-size: 0.9375rem; }
.facts dd { font-size: 1.375rem; font-weight: 600; letter-spacing: -0.015em; }
.lost { color: var(--lost); }

.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart-narrow { display: none; }
.chart .grid, .strip .grid { stroke: var(--line); }
.chart .axis { stroke: var(--edge); }
.chart .tick { fill: var(--quiet); font-size: 13px; }
.chart .bar { fill: var(--main); }
.chart .bar.lost { fill: var(--lost); }
.chart .hover { fill: transparent; }
.chart .slot:hover .hover { fill: var(--wash); }
/* The drawing shrinks with the page, but its text should not. */
@media (max-width: 940px) { .chart-wide .tick { font-size: 17px; } }
@media (max-width: 600px) {
  .hero { padding: 1.25rem 1.125rem; }
  .hero-head { margin-bottom: 1rem; }
  .facts { gap: 0.75rem 1.75rem; }
  .facts dd { font-size: 1.125rem; }
  .facts dt { font-size: 0.875rem; }
  .chart-wide { display: none; }
  .chart-narrow { display: block; }
}

.breakdown { width: 100%; border-collapse: collapse; }
.breakdown thead th { font-size: 0.8125rem; font-weight: 500; color: var(--quiet); text-align: left; padding: 0 0 0.5rem; }
.breakdown thead th:not(:first-child) { padding-left: 1.25rem; }
.breakdown tbody th { font-weight: 500; text-align: left; width: 99%; padding: 0.55rem 0; border-top: 1px solid var(--line); }
.breakdown td { padding: 0.55rem 0 0.55rem 1.25rem; border-top: 1px solid var(--line); color: var(--quiet); vertical-align: top; }
.breakdown .number { text-align: right; white-space: nowrap; }
.breakdown .strong { color: var(--ink); font-weight: 600; }
.row-name { display: block; overflow-wrap: anywhere; }
.share { display: block; width: 100%; height: 6px; margin-top: 0.4rem; border-radius: 3px; background: var(--faint); overflow: hidden; }
.share .main { fill: var(--main); }
.share .soft { fill: var(--soft); }
.share .faint { fill: transparent; }
.share .lost { fill: var(--lost); }
.strip { display: block; width: 100%; max-width: 15rem; height: auto; margin-top: 0.15rem; }
.strip .reach { stroke: var(--soft); stroke-width: 3; }
.strip .p50 { fill: var(--main); }
.strip .p95, .strip .p99 { fill: var(--card); stroke: var(--main); stroke-width: 1.75; }
@media (max-width: 600px) {
  .breakdown thead th:not(:first-child), .breakdown td { padding-left: 0.75rem; }
  .breakdown { font-size: 0.9375rem; }
  .breakdown .spare { display: none; }
}

.legend { display: grid; gap: 0.35rem; margin-top: 1rem; }
.legend div { display: flex; justify-content: space-between; gap: 1rem; }
.legend dt { color: var(--quiet); }
.legend dd { white-space: nowrap; }
.legend .key::before { content: ""; display: inline-block; width: 0.625rem; height: 0.625rem; border-radius: 3px; margin-right: 0.5rem; }
.legend .key.main::before { background: var(--main); }
.legend .key.soft::before { background: var(--soft); }
.legend .key.faint::before { background: var(--faint); }
.figure + .figure-label + .share { margin-top: 1rem; height: 8px; }
.state::before { content: ""; display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; margin-right: 0.6rem; vertical-align: 0.1em; background: var(--edge); }
.state.good::before { background: var(--main); }
.state.warn::before { background: var(--warn); }
.state.bad::before { background: var(--lost); border-radius: 2px; }
.quota { display: grid; gap: 0.25rem; }
.quota > h2 { margin: 0; }
.empty { display: grid; gap: 0.75rem; padding: 2.25rem 1.75rem; grid-template-columns: minmax(0, 1fr); }
.empty > h2 { font-size: 1.25rem; margin: 0; }
`;

/** Styles of the page: type, masthead, columns, cards. */
const PAGE: string = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
  font: 400 1rem/1.5 "Inter", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-feature-settings: "tnum"; font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, ul, dl, dd, figure, fieldset { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1rem; font-weight: 600; letter-spacing: -0.005em; }
h3 { font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
ul { list-style: none; }
a { color: var(--main); text-underline-offset: 0.2em; }
a:hover { color: var(--main-strong); }
code, pre, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.875rem; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 1; padding: 0.6rem 1rem; background: var(--card); color: var(--ink); }
.skip:focus { top: 0.5rem; }

.masthead { border-bottom: 1px solid var(--line); background: var(--card); }
.masthead-in {
  max-width: 72rem; margin: 0 auto; padding: 0.75rem 1.5rem; display: flex; align-items: center; gap: 0.5rem 2rem;
  flex-wrap: wrap; min-height: 3.75rem;
}
.brand { display: inline-flex; align-items: center; gap: 0.6rem; color: var(--ink); text-decoration: none; font-weight: 650; letter-spacing: -0.01em; }
.brand svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--ink); stroke-width: 2.4; stroke-linecap: round; }
.brand .cut { stroke: var(--main); stroke-dasharray: 0.1 3.6; }
.masthead nav ul { display: flex; gap: 0.25rem; }
.masthead nav a { display: block; padding: 0.4rem 0.75rem; border-radius: 8px; color: var(--quiet); text-decoration: none; }
.masthead nav a:hover { color: var(--ink); }
.masthead nav a[aria-current] { color: var(--ink); background: var(--wash); font-weight: 550; }
.who { flex: 1 1 9rem; display: flex; align-items: center; justify-content: flex-end; gap: 1rem; font-size: 0.9375rem; min-width: 0; }
.who form { flex: none; }
.who-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who-team { color: var(--quiet); }

main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.5rem 3rem; display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
.foot { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem 3rem; color: var(--quiet); font-size: 0.875rem; }
.opening { display: flex; align-items: end; justify-content: space-between; gap: 1rem 2rem; flex-wrap: wrap; margin-bottom: 0.25rem; }
.opening-tools { display: flex; align-items: center; gap: 0.75rem 1.25rem; flex-wrap: wrap; }
.sub, .lead { color: var(--quiet); }
.lead { font-size: 1.0625rem; }
.fine { color: var(--quiet); font-size: 0.875rem; margin-top: 0.875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; box-shadow: var(--shadow); min-width: 0; }
.card > h2 { margin-bottom: 1rem; }
.columns { display: grid; gap: 1.5rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.columns.small { grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
.columns:empty { display: none; }
.sides { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; }
.door { max-width: 27rem; width: 100%; margin: 2.5rem auto 0; display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
.door.wide { max-width: 44rem; margin-top: 0; }
.door .fine { margin: 0; }
details { margin-top: 1rem; }
summary { cursor: pointer; color: var(--quiet); font-size: 0.9375rem; width: fit-content; padding: 0.15rem 0.25rem; margin-left: -0.25rem; }
summary:hover { color: var(--ink); }
.scroll { max-height: 24rem; overflow: auto; margin-top: 0.75rem; }
.scroll th { white-space: nowrap; padding-right: 0.5rem; }

@media (max-width: 860px) {
  .columns, .sides { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 600px) {
  .masthead-in { padding: 0.75rem 1rem; gap: 0.5rem 1rem; }
  .masthead nav { order: 3; width: 100%; margin-left: -0.5rem; }
  main { padding: 1.5rem 1rem 2.5rem; gap: 1rem; }
  .foot { padding: 0 1rem 2rem; }
  .card { padding: 1.125rem; border-radius: 12px; }
  .columns, .sides { gap: 1rem; }
  .opening-tools { width: 100%; justify-content: space-between; }
  .door { margin-top: 1rem; }
  .who { gap: 0.75rem; }
}
`;

/** Styles of forms, buttons, notices and key lists. */
const FORMS: string = `
.stack { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
.stack > h2 { margin: 0.5rem 0 -0.5rem; }
.row { display: flex; gap: 0.75rem; align-items: flex-end; flex-wrap: wrap; }
.fields { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
.field { display: grid; gap: 0.3rem; min-width: 0; }
label, legend { font-weight: 550; font-size: 0.9375rem; }
.hint { color: var(--quiet); font-size: 0.875rem; }
.error { color: var(--lost); font-size: 0.9375rem; font-weight: 550; }
input:not([type="checkbox"]), select, textarea {
  font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--edge); border-radius: 9px;
  padding: 0.55rem 0.75rem; width: 100%; min-height: 2.75rem; accent-color: var(--main);
}
textarea { display: block; resize: none; field-sizing: content; }
textarea.mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.9375rem; }
input[aria-invalid] { border-color: var(--lost); border-width: 2px; }
input[type="checkbox"] { width: 1.125rem; height: 1.125rem; margin: 0.15rem 0 0; accent-color: var(--main); flex: none; }
fieldset { border: 0; display: grid; gap: 0.6rem; min-width: 0; }
legend { padding: 0; margin-bottom: 0.5rem; }
.choice { display: flex; gap: 0.65rem; align-items: flex-start; }
.choice label { font-weight: 400; color: var(--quiet); }
.choice strong { color: var(--ink); font-weight: 550; margin-right: 0.35rem; }
button, .button {
  font: inherit; font-weight: 550; cursor: pointer; text-decoration: none; text-align: center; display: inline-block;
  border: 1px solid transparent; border-radius: 9px; padding: 0.55rem 1.1rem; min-height: 2.75rem;
  background: var(--main); color: var(--on-main); white-space: nowrap;
}
button:hover, .button:hover { background: var(--main-strong); color: var(--on-main); }
button.quiet, .button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
button.quiet:hover, .button.quiet:hover { background: var(--wash); color: var(--ink); }
button.danger { background: var(--lost); color: var(--card); }
button.danger:hover { background: var(--ink); color: var(--card); }
.button.danger { background: transparent; color: var(--lost); border-color: var(--edge); }
.button.danger:hover { background: var(--bad-wash); color: var(--lost); }
.masthead button, .team-picker button { padding: 0.3rem 0.8rem; min-height: 2.25rem; font-weight: 500; font-size: 0.9375rem; }
.masthead button { border-color: var(--line); }
.team-picker { display: flex; gap: 0.5rem; }
.team-picker select { min-height: 2.25rem; padding: 0.25rem 0.5rem; width: auto; max-width: 12rem; background: var(--card); }
.notice { padding: 0.85rem 1.1rem; border-radius: 10px; background: var(--wash); border-left: 4px solid var(--main); }
.notice.bad { background: var(--bad-wash); border-color: var(--lost); }
.notice.bad a { color: var(--lost); }
.notice.warn { background: var(--warn-wash); border-color: var(--warn); }
.command pre {
  margin: 0; padding: 0.9rem 1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line);
  border-radius: 10px; line-height: 1.6;
}
.keys { display: grid; }
.key-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem 1rem; padding: 1.1rem 0; border-top: 1px solid var(--line); }
.key-row:last-child { padding-bottom: 0; }
.key-row > * { grid-column: 1 / -1; }
.key-row > .row { grid-column: 2; grid-row: 1; align-self: start; gap: 0.5rem; }
.key-row .button { padding: 0.3rem 0.8rem; min-height: 2.25rem; font-size: 0.9375rem; }
.key-row:has(> .row) > .key-head { grid-column: 1; }
.key-row.over h3 { color: var(--quiet); font-weight: 500; }
.key-head { display: flex; align-items: baseline; gap: 0.35rem 0.75rem; flex-wrap: wrap; }
.key-head code { overflow-wrap: anywhere; min-width: 0; color: var(--quiet); font-size: 0.8125rem; }
.key-facts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.75rem; font-size: 0.9375rem; }
.key-facts dt { color: var(--quiet); font-size: 0.8125rem; }
.stacked { display: grid; gap: 1.25rem; align-content: start; }
.about { display: block; overflow-wrap: anywhere; }
.finder { margin-bottom: 1rem; }
.finder .field { flex: 1 1 8rem; }
.pill.calm { background: var(--wash); color: var(--quiet); }
.pill { font-size: 0.8125rem; font-weight: 550; padding: 0.05rem 0.55rem; border-radius: 99px; background: var(--bad-wash); color: var(--lost); }
@media (max-width: 600px) {
  .row .field { width: 100%; }
  .row > button, .row > .button { flex: 1; }
  .masthead .quiet { min-height: 2.5rem; }
}
`;

/** Colors of both schemes. Text has a contrast of at least 4.5 : 1 in each. */
const COLOURS: string = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --card: #fffefb; --ink: #1d1c18; --quiet: #5d594f; --line: #e3dfd5; --edge: #8d887b;
  --main: #0b6b5d; --main-strong: #084f45; --on-main: #ffffff; --soft: #7fbfb2; --faint: #dcd8cd; --wash: #e6f1ee;
  --lost: #a63d17; --bad-wash: #fbeae3; --warn: #7a5600; --warn-wash: #fbf2d9; --code: #f1eee6;
  --shadow: 0 1px 2px rgb(40 36 24 / 5%), 0 8px 24px -16px rgb(40 36 24 / 18%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121311; --card: #1a1c19; --ink: #edece6; --quiet: #a9a69b; --line: #2d302b; --edge: #7b7d75;
    --main: #62d0ba; --main-strong: #8be3d1; --on-main: #08201b; --soft: #2f7d6f; --faint: #3a3d37; --wash: #1d2f2b;
    --lost: #f39b74; --bad-wash: #38221a; --warn: #e8c468; --warn-wash: #332b16; --code: #131512;
    --shadow: none;
  }
}
`;

/** The complete stylesheet. */
export const STYLESHEET: string = COLOURS + PAGE + FIGURES + FORMS;

// FNV-1a. The URL changes with the stylesheet, so browsers may cache it.
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

export const STYLE_PATH: string = `${BASE}/style-${digest(STYLESHEET)}.css`;
