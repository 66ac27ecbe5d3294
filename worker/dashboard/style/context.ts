/** Styles of context charts. Outcomes differ by fill and line, not by hue alone. */
export const CONTEXT: string = `
.chart .group { fill: var(--ink); font-size: 14px; font-weight: 600; }
.chart .held, .chart .rest { stroke: var(--main); fill: var(--main); }
.chart .rest { fill: var(--soft); }
.chart .going { stroke: var(--lost); fill: var(--bad-wash); stroke-dasharray: 4 3; }
.legend.outcomes { margin-top: 0; align-self: end; min-width: min(100%, 17rem); }
.legend .key::before { box-sizing: border-box; }
.legend .key.held::before { background: var(--main); }
.legend .key.rest::before { background: var(--soft); border: 1px solid var(--main); }
.legend .key.going::before { background: var(--bad-wash); border: 1px dashed var(--lost); }
.stack { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.projects th { white-space: normal; }
.reason { display: block; color: var(--quiet); font-size: 0.8125rem; font-weight: 400; }
.breakdown a[aria-current] { color: inherit; text-decoration: none; font-weight: 650; }
@media (max-width: 600px) { .stack { gap: 1rem; } }
@media (max-width: 940px) { .chart-wide .group { font-size: 17px; } }
`;
