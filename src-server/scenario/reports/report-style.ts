/** The style of a report: the colours of the app, in light and dark, and on paper. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--bg:#f7f8fa;--panel:#fff;--raised:#f1f3f6;--line:#e2e5ea;--ink:#16181d;--ink-2:#454c5a;--ink-3:#626a79;
--brand:#4338ca;--ok:#15703a;--ok-soft:#e0f4e7;--warn:#7a5200;--warn-soft:#fdf3c4;--fail:#b5123c;--fail-soft:#fde5ea;--band:rgb(21 112 58 / 9%);
--line-1:#4338ca;--line-2:#0369a1;--line-3:#a34a06;--line-4:#15703a;--line-5:#b5123c;--line-6:#7a5200;--line-7:#6b21a8;--line-8:#0f766e;
--mono:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",Menlo,monospace}
@media (prefers-color-scheme:dark){:root{--bg:#0e1014;--panel:#14171c;--raised:#1b1f26;--line:#262b34;--ink:#e6e9ef;--ink-2:#b1b9c6;--ink-3:#8f98a8;
--brand:#a8a5fb;--ok:#55d392;--ok-soft:#10301f;--warn:#ead45c;--warn-soft:#332c0c;--fail:#ff8098;--fail-soft:#3d131d;--band:rgb(85 211 146 / 10%);
--line-1:#a8a5fb;--line-2:#5cc1ff;--line-3:#ffab61;--line-4:#55d392;--line-5:#ff8098;--line-6:#ead45c;--line-7:#d8a6ff;--line-8:#5eead4}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:22px;margin:0 0 4px}
h2{font-size:16px;margin:0;display:inline}
h3{font-size:13px;margin:24px 0 8px;color:var(--ink-2)}
p{margin:4px 0 12px;color:var(--ink-2);max-width:80ch}
a{color:var(--brand);text-decoration:none}
a:hover{text-decoration:underline}
code,pre{font:12px/1.5 var(--mono)}
pre{margin:8px 0;padding:10px 12px;background:var(--raised);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-weight:600;color:var(--ink-3);text-align:left;font-size:12px}
th,td{border-bottom:1px solid var(--line);padding:6px 10px;vertical-align:top}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.wide{overflow-x:auto}
.badge{display:inline-block;min-width:58px;text-align:center;padding:1px 8px;border-radius:10px;font-size:12px;font-weight:600}
.passed{background:var(--ok-soft);color:var(--ok)}
.failed{background:var(--fail-soft);color:var(--fail)}
.stopped{background:var(--warn-soft);color:var(--warn)}
.panel,details{background:var(--panel);border:1px solid var(--line);border-radius:8px;margin:16px 0;padding:8px 4px}
details{padding:0}
summary{padding:12px 16px;cursor:pointer}
summary .facts{color:var(--ink-3);margin-left:8px}
.body{padding:0 16px 16px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:12px 24px}
.chart{margin:0;min-width:0;overflow:hidden}
.chart figcaption{color:var(--ink-2);font-size:12px;font-weight:600;margin:4px 0}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(170px,1fr));gap:8px;margin:12px 0}
.figure{background:var(--raised);border-radius:6px;padding:8px 12px}
.figure strong{display:block;font-size:16px;font-variant-numeric:tabular-nums}
.figure span{color:var(--ink-3);font-size:12px}
.bad td{background:var(--fail-soft)}
.bad pre,.failure pre{background:transparent;padding:0;margin:4px 0 0;color:var(--fail)}
.failure{border-left:3px solid var(--fail);padding:2px 0 2px 12px;margin:12px 0}
.failure p{margin:0;color:var(--ink)}
.u-legend{font-size:12px;color:var(--ink-2)}
.u-legend th{color:inherit;border:0;padding:2px 4px}
.u-legend td{border:0;padding:2px 4px;font-variant-numeric:tabular-nums}
@media print{details:not([open])>.body{display:block}body{background:#fff}}
`.trim();
