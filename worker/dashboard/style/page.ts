/** Styles of the page: type, masthead, columns, cards. */
export const PAGE: string = `
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
