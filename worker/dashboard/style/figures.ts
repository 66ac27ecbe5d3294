/** Styles of figures: the chart, tables with bars, states. */
export const FIGURES: string = `
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
