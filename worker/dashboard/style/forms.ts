/** Styles of forms, buttons, notices and key lists. */
export const FORMS: string = `
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
.key-row > .button { grid-column: 2; grid-row: 1; align-self: start; padding: 0.3rem 0.8rem; min-height: 2.25rem; font-size: 0.9375rem; }
.key-row:has(> .button) > .key-head { grid-column: 1; }
.key-row.over h3 { color: var(--quiet); font-weight: 500; }
.key-head { display: flex; align-items: baseline; gap: 0.35rem 0.75rem; flex-wrap: wrap; }
.key-head code { color: var(--quiet); font-size: 0.8125rem; }
.key-facts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.75rem; font-size: 0.9375rem; }
.key-facts dt { color: var(--quiet); font-size: 0.8125rem; }
.pill { font-size: 0.8125rem; font-weight: 550; padding: 0.05rem 0.55rem; border-radius: 99px; background: var(--bad-wash); color: var(--lost); }
@media (max-width: 600px) {
  .row .field { width: 100%; }
  .row > button, .row > .button { flex: 1; }
  .masthead .quiet { min-height: 2.5rem; }
}
`;
