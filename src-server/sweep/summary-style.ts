/** The style of a sweep's page, in both themes. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --quiet: #667085; --ground: #ffffff; --panel: #f6f7f9; --line: #dfe3e8; --bar: #2f6fde; --half: #2f6fde1f; --median: #d9480f; --good: #1a7f4b; --bad: #c92a2a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --quiet: #98a2b3; --ground: #14181f; --panel: #1c222b; --line: #303946; --bar: #6ea8fe; --half: #6ea8fe26; --median: #ffa94d; --good: #51cf8a; --bad: #ff8787; } }
body { margin: 0 auto; max-width: 104rem; padding: 2rem 1.5rem 4rem; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0; display: inline-block; }
section, details { margin-top: 2rem; }
summary { cursor: pointer; padding: .25rem 0; }
p { margin: .5rem 0; }
.note, .quiet { color: var(--quiet); }
.note b { color: var(--ink); font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
.wide { overflow-x: auto; margin-top: .75rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--panel); color: var(--quiet); font-weight: 500; }
th:first-child, td.word, td.chart, th.chart { text-align: left; }
table:has(td.word:last-child) thead th:last-child { text-align: left; }
tbody th { font-weight: 500; }
td.text { white-space: normal; overflow-wrap: anywhere; min-width: 30rem; }
details.fold { margin: 0; }
.fold summary { padding: 0; }
@media (max-width: 86rem) { table { font-size: 12.5px; } th, td { padding: .2rem .4rem; } td.chart svg { width: 120px; height: 30px; } }
code { font: 12.5px/1.4 ui-monospace, Menlo, Consolas, monospace; }
svg { display: block; }
.bar { fill: var(--bar); }
.half { fill: var(--half); }
.median { stroke: var(--median); stroke-width: 1.5; }
.axis { stroke: var(--line); }
.tick, .point { fill: var(--quiet); font: 11px system-ui, sans-serif; }
.point { fill: var(--ink); }
.best { stroke: var(--good); fill: none; stroke-width: 1.5; stroke-dasharray: 4 3; }
.dot { fill: var(--bar); }
.dot.on { fill: var(--good); }
.fan { fill: none; stroke: var(--bar); stroke-width: 1.5; }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; margin-top: .75rem; }
figure { margin: 0; }
figcaption { color: var(--quiet); margin-top: .25rem; }
.leader { stroke: var(--quiet); stroke-width: .75; opacity: .55; }
h3 { font-size: 1rem; margin: .75rem 0 0; }
@page { size: A4; margin: 14mm 12mm; }
@media print {
  :root { color-scheme: light; --ink: #1c2430; --quiet: #566070; --ground: #ffffff; --panel: #f6f7f9; --line: #dfe3e8; --bar: #2f6fde; --half: #2f6fde1f; --median: #d9480f; --good: #1a7f4b; --bad: #c92a2a; }
  body { padding: 0; max-width: none; font-size: 11px; print-color-adjust: exact; }
  .wide { overflow: visible; break-inside: avoid; }
  tr, figure, dt, dd, .whole, header { break-inside: avoid; }
  h2, h3, dt, thead { break-after: avoid; }
  thead { display: table-header-group; }
  table { font-size: 9.5px; }
  th, td { padding: .15rem .3rem; }
  thead th, tbody th { white-space: normal; overflow-wrap: break-word; }
  thead th:first-child, tbody th { min-width: 7.5rem; }
  .charts { gap: .75rem; }
  .charts svg { height: auto; width: 340px; }
  .fans svg { width: 215px; }
  .fans .tick { font-size: 17px; }
  .fans figcaption { max-width: 215px; }
  dl { columns: 2; column-gap: 1.5rem; margin: .5rem 0; }
  dt { font-weight: 600; }
  dd { margin: 0 0 .3rem; }
  section { margin-top: 1.25rem; }
}
`;
