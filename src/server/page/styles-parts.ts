/** How trees, tables, cards and the request log look. */

export const partStyles = `
.heading { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.15rem 1rem; margin-bottom: 0.75rem; }
.heading .dim { font-size: 0.88rem; }
main > section { margin-top: 2.75rem; scroll-margin-top: 1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0.6rem 1.5rem; margin-top: 0.75rem; }
.facts .wide { grid-column: span 2; }
.facts dd { overflow-wrap: anywhere; }
.inner { margin-top: 1.25rem; font-size: 0.92rem; }
.lead { margin: 0.5rem 0 1rem; font-size: 1.02rem; }
.crumbs ol { display: flex; flex-wrap: wrap; font-size: 0.9rem; margin-bottom: 0.5rem; }
.crumbs li::after { content: "›"; color: var(--dim); margin: 0 0.5rem; }
.nothing { color: var(--dim); padding: 0.35rem 0; }
.pages { display: flex; gap: 1.5rem; padding: 0.75rem 0; font-variant-numeric: tabular-nums; }
.kind { color: var(--dim); font-size: 0.78rem; font-weight: 400; margin-right: 0.15rem; }
.badge { display: inline-block; padding: 0 0.45rem; border-radius: 4px; font-size: 0.78rem; font-weight: 500; line-height: 1.55; white-space: nowrap; background: var(--plain-ground); color: var(--ink); }
.badge.good { background: var(--good-ground); color: var(--good); }
.badge.warm { background: var(--warm-ground); color: var(--warm); }
.badge.dim { color: var(--dim); }
.yes { color: var(--good); }
.emoji { display: inline-block; width: 1.4em; text-align: center; }

.cards { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); overflow: hidden; }
.card + .card { border-top: 1px solid var(--line); }
.card > summary { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(12rem, auto); gap: 0.15rem 1rem; align-items: baseline; padding: 0.6rem 1rem 0.6rem 2rem; }
.card > summary > :last-child { text-align: right; }
.small-card > summary { grid-template-columns: minmax(0, 1fr) auto; padding-top: 0.4rem; padding-bottom: 0.4rem; }
.card > :not(summary) { padding: 0 1rem 1.1rem 2rem; }
.card > summary .title { font-weight: 600; }
.card.small-card > summary .title { font-weight: 400; }
.title { overflow-wrap: anywhere; }
.without-emoji .emoji { display: none; }
summary { cursor: pointer; list-style: none; position: relative; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; position: absolute; left: 0.9rem; top: 1.15em; width: 0.4em; height: 0.4em; border: solid var(--dim); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
.small-card > summary::before { top: 0.95em; }
details[open] > summary::before { transform: rotate(45deg); }
summary:hover { background: var(--hover); }
summary:focus-visible { outline-offset: -2px; }

.tree { font-size: 0.92rem; }
.tree ul ul { padding-left: 1.5rem; }
.tree .row { display: grid; grid-template-columns: minmax(0, 1fr) 10rem 18rem; gap: 0 1rem; align-items: baseline; padding: 0.22rem 0; border-top: 1px solid var(--line); }
.tree .columns { color: var(--dim); font-size: 0.78rem; border-top: 0; }
.tree .tree .columns { display: none; }
.tree .note { grid-column: 1 / -1; font-size: 0.85rem; }
.tree summary.row { padding-left: 1.1rem; }
.tree summary.row::before { left: 0.15rem; top: 0.75em; }
.tree code { color: var(--dim); }
.tree .section { font-weight: 600; }
#content > div > .tree, .table { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.35rem 1rem; }
#content .row, #content .table { grid-template-columns: minmax(0, 1fr) 7rem 5rem; }
.card .table { border: 0; padding: 0; border-radius: 0; }

.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: baseline; padding: 0.3rem 1.25rem 0.3rem 0; font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--dim); font-size: 0.78rem; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
th code, td code { overflow-wrap: break-word; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
td time { white-space: nowrap; }
#settings td { min-width: 6rem; }
.coverage td details summary { padding-left: 1rem; }
.coverage td details summary::before { left: 0.1rem; top: 0.6em; }
.coverage th:first-child { width: 52%; }
.coverage th, .coverage td { min-width: 5rem; }
.coverage { margin-top: 2rem; }
main p.dim { margin-bottom: 0.5rem; }
.choice p.dim { margin: 0; }
main ul.dim { margin-top: 1rem; font-size: 0.9rem; }
.choice { display: grid; grid-template: auto 1fr / 15rem minmax(0, 1fr); gap: 0.2rem 2rem; padding: 0.9rem 0; margin: 0; border-top: 1px solid var(--line); }
main > .choice { margin-top: 0; }
.choice h2 { font-size: 0.95rem; grid-row: 1 / 3; }

.log-tools { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; align-items: center; font-size: 0.85rem; color: var(--dim); margin-bottom: 0.6rem; }
.log-tools select, .log-tools button { padding: 0.1rem 0.4rem; min-height: 1.8rem; }
.check { display: inline-flex; align-items: center; gap: 0.35rem; color: var(--ink); }
.entries { overflow-y: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; min-height: 0; }
.entries:empty { display: none; }
.entries li + li { border-top: 1px solid var(--line); }
.entries summary { padding: 0.35rem 0.75rem; font-size: 0.85rem; }
.entries summary::before { display: none; }
.entries .what { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr) auto 3.4rem; gap: 0.5rem; align-items: baseline; }
.entries .path { display: block; color: var(--dim); overflow-wrap: anywhere; padding-left: 4.1rem; }
.method { font: 600 0.78rem var(--mono); }
.method.GET { color: var(--dim); font-weight: 400; }
.entries .done { color: var(--good); }
.entries .refused { color: var(--bad); font-weight: 600; }
.entries .took { color: var(--dim); text-align: right; font-variant-numeric: tabular-nums; }
.entries .facts { grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); margin: 0; padding: 0 0.75rem 0.6rem; gap: 0.3rem 1.5rem; font-size: 0.85rem; }
.entries pre { margin: 0; padding: 0 0.75rem 0.75rem; font: 0.8rem/1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.lines { margin-bottom: 1rem; }
.lines li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem; padding: 0.4rem 0; border-top: 1px solid var(--line); }
.lines li > :first-child { flex: 1 1 12rem; overflow-wrap: anywhere; }
.plain-list { padding: 0.2rem 0; }

@media (max-width: 44rem) {
  .tree .row { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.35rem 0; }
  .tree .row > .title, .tree .row > .condition { flex: 1 0 100%; }
  .tree .row.columns { display: none; }
  .tree .condition .unseen { position: static; clip-path: none; color: var(--dim); font-size: 0.78rem; }
  .tree .row > span:empty { display: none; }
  .tree ul ul { padding-left: 1rem; border-left: 1px solid var(--line); }
  .card > summary { grid-template-columns: minmax(0, 1fr); }
  .choice { grid-template: none / minmax(0, 1fr); }
  .card > summary > :last-child { text-align: left; }
  .small-card > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .card > :not(summary) { padding-left: 1rem; }
  .choice h2 { grid-row: auto; }
}
`;
