/** Formats a traffic report for people: lines for a terminal, and a page to read and to keep. */

import type { TrafficReport } from '../../contract/scenario/traffic-report.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { reportPage, shown, table } from '../../sweep/report-page.ts';

const AGAINST = { contract: 'interface', world: 'simulated world', life_cycle: 'life cycle' } as const;

function headline({ requests, compared, differences }: TrafficReport): string {
  const total = `${countOf(requests, 'request')} to the service`;
  if (compared === 0) return `${total}, none compared`;
  const found = differences.length === 0 ? 'no difference' : countOf(differences.length, 'difference');
  return `${total}, ${compared} compared: ${found}`;
}

export function trafficLines(report: TrafficReport): string[] {
  const { differences, skipped } = report;
  return [
    ...differences.map(
      ({ operation, place, against, issue, count, first }) =>
        `${operation} · ${place} ${issue} (${AGAINST[against]}; ${count}×, first in request ${first})`,
    ),
    ...skipped.map(({ request, reason }) => `request ${request} was not compared: ${reason}`),
    headline(report),
  ];
}

export function trafficPage(report: TrafficReport, source: string): string {
  const { differences, skipped, timings } = report;
  const rows = differences.map(
    ({ operation, place, against, issue, count, first }) =>
      `<tr><th scope="row">${shown(operation)}</th><td>${shown(place)}</td><td>${shown(issue)}</td><td>${shown(AGAINST[against])}</td><td>${count}</td><td>${first}</td></tr>`,
  );
  const times = timings.map(
    ({ operation, requests, median_ms: median, p95_ms: p95, here_median_ms: here, here_p95_ms: hereP95 }) =>
      `<tr><th scope="row">${shown(operation)}</th><td>${requests}</td><td>${median}</td><td>${p95}</td><td>${here ?? '–'}</td><td>${hereP95 ?? '–'}</td></tr>`,
  );
  const left = skipped.map(
    ({ request, reason }) => `<tr><th scope="row">${request}</th><td>${shown(reason)}</td></tr>`,
  );
  const found =
    rows.length === 0
      ? `<p>${report.compared === 0 ? 'No responses were compared.' : 'Every compared response matches the interface and Ballast.'}</p>`
      : table('Operation', ['Place', 'Differences', 'Compared with', 'How often', 'First request'], rows);
  return reportPage(
    `Real traffic · ${source}`,
    `<header><h1>Real traffic</h1><p>${shown(source)}: ${shown(headline(report))}.</p></header>
<main>
<section><h2>Differences</h2>${found}</section>
<section><h2>Response times in milliseconds</h2>${table('Operation', ['Requests', 'Median', '95 %', 'Median in Ballast', '95 % in Ballast'], times)}</section>
${left.length === 0 ? '' : `<section><h2>Not compared</h2>${table('Request', ['Why'], left)}</section>`}
</main>`,
  );
}
