/**
 * A lab run as a page to read and to print (decision P1): frontier, policies, differences, methods, and the conclusion.
 * The header has the main point of the conclusion.
 */
import { isConstrained, labAssumptions, labStart } from '../../contract/control/lab/lab-assumptions.ts';
import { LAB_MEASURES, type LabMeasure, PRICES_WITHOUT_TREND } from '../../contract/control/lab/lab-measures.ts';
import type { LabPolicyResult, LabPortfolioResult, LabRunWire } from '../../contract/control/lab/lab-runs.ts';
import { policySentence } from '../../contract/control/portfolios/policy-sentence.ts';
import { reportPage, shown, table } from '../../sweep/report-page.ts';
import { fanSvg, frontierSvg } from './lab-charts.ts';
import { labConclusion } from './lab-conclusion.ts';
import {
  formatCents,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatMeasure,
  formatWhole,
  LAB_WRITERS,
  minuteOf,
} from './lab-format.ts';

export function labReport(run: LabRunWire): string {
  const { name, from, to, paths, check, status, done, lives, results } = run;
  const kind = run.seeds === null ? 'loaded prices' : `${formatWhole(paths)} paths (seeds ${run.seeds})`;
  const body = `<header>
<h1>${shown(name)}</h1>
<p>${shown(from.slice(0, 10))} to ${shown(to.slice(0, 10))}, checked every ${check}, ${shown(kind)}, ${run.taxes ? 'tax on realised gains paid' : 'no tax on gains'}.</p>
${run.seeds === null ? '' : `<p>${PRICES_WITHOUT_TREND}</p>`}
${status === 'complete' ? '' : `<p class="note"><b>${UNFINISHED[status]}</b> ${formatWhole(done)} of ${formatWhole(lives)} simulations are complete. The figures are those so far, on the paths that all policies have in common.</p>`}
${inShort(run)}
</header>
<main>
<section class="whole"><h2>At the start</h2>${starts(run)}</section>
<section class="whole"><h2>The policies</h2>${policyList(run)}</section>
${results.map(portfolioSection).join('\n')}
<section><h2>How it was measured</h2>${methods(run)}</section>
${conclusionSection(run)}
</main>`;
  return reportPage(`${name} · lab`, body);
}

const UNFINISHED: Readonly<Record<Exclude<LabRunWire['status'], 'complete'>, string>> = {
  queued: 'This run has not begun.',
  running: 'This run is still under way.',
  stopped: 'This run was stopped.',
  broken: 'This run failed.',
};

/** Two runs of the same policies on the same paths may differ in how their portfolios start. */
function starts(run: LabRunWire): string {
  const sentences = run.portfolios.map((each) => `<p>${shown(labStart(each, run, LAB_WRITERS))}</p>`);
  return `<p>The run starts on ${shown(minuteOf(run.from))} UTC.</p>${sentences.join('')}`;
}

function policyList(run: LabRunWire): string {
  const areConstrained = isConstrained(run);
  const rows = run.policies.map(
    (policy) => `<dt>${shown(policy.name)}</dt><dd>${shown(policySentence(policy, areConstrained))}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** The last section: the conclusion from the figures above. */
function conclusionSection({ results, unproven, status, taxes }: LabRunWire): string {
  const parts = results.map((result) => {
    const sentences = unproven === null ? labConclusion(result, taxes) : [`The run is inconclusive: ${unproven}.`];
    const heading = results.length > 1 ? `<h3>${shown(result.portfolio)}</h3>` : '';
    return `${heading}${sentences.map((sentence) => `<p>${shown(sentence)}</p>`).join('')}`;
  });
  return `<section class="whole"><h2>${status === 'complete' ? 'Conclusion' : 'Conclusion so far'}</h2>${parts.join('\n')}</section>`;
}

/** The frontier in one sentence for each portfolio, so that a reader gets the point before the tables. */
function inShort({ results, unproven, status, taxes }: LabRunWire): string {
  const title = status === 'complete' ? 'In short' : 'So far';
  if (unproven !== null) return `<p><strong>In short:</strong> the run is inconclusive: ${shown(unproven)}.</p>`;
  const sentences = results.map((result) => {
    const of = results.length > 1 ? `${result.portfolio}: ` : '';
    return `<p><strong>${title}:</strong> ${shown(`${of}${labConclusion(result, taxes)[0] ?? ''}`)}</p>`;
  });
  return sentences.join('\n');
}

function portfolioSection(result: LabPortfolioResult): string {
  const { portfolio, currency, policies } = result;
  const most = Math.max(0, ...policies.flatMap(({ value_over_time: points }) => points.map(({ p95 }) => p95)));
  const fans = policies.map(
    ({ policy, value_over_time: points }) =>
      `<figure>${fanSvg(policy, points, most, currency)}<figcaption>${shown(policy)}: value in ${currency}; median, 25th to 75th and 5th to 95th percentile</figcaption></figure>`,
  );
  return `<section><h2>${shown(portfolio)}</h2>
<div class="charts"><figure>${frontierSvg(policies)}<figcaption>Costs and gains tax against mean portfolio drift. Green: no other policy has both less drift and lower costs.</figcaption></figure></div>
${policyTable(result)}
${differenceTable(result)}
<div class="charts fans">${fans.join('\n')}</div></section>`;
}

/**
 * One row for each measure, one column for each policy: the mean, and its 95 % confidence interval below. If there are
 * more policies than fit on a printed page, further tables follow.
 */
function policyTable({ policies, currency }: LabPortfolioResult): string {
  const tables = Math.max(1, Math.ceil(policies.length / MAX_COLUMNS));
  const columns = Math.ceil(policies.length / tables);
  return Array.from({ length: tables }, (_, index) => {
    const shownHere = policies.slice(index * columns, (index + 1) * columns);
    const rows = LAB_MEASURES.map((measure) => {
      const cells = shownHere.map((policy) => `<td>${cellOf(policy, measure, currency)}</td>`).join('');
      return `<tr><th scope="row">${shown(measure.title)}</th>${cells}</tr>`;
    });
    const titles = shownHere.map(({ policy }) => policy);
    return table('Mean, with its 95 % confidence interval', titles, rows);
  }).join('\n');
}

const MAX_COLUMNS = 6;

function cellOf({ measures }: LabPolicyResult, measure: LabMeasure, currency: string): string {
  const found = measures.find(({ name }) => name === measure.name);
  if (found === undefined) return '–';
  return `${formatMeasure(found.mean, measure, currency)}${intervalOf(found, (low, high) => formatInterval(low, high, measure, currency))}`;
}

function intervalOf(
  { ci_low: low, ci_high: high }: { readonly ci_low: number | null; readonly ci_high: number | null },
  write: (low: number, high: number) => string,
): string {
  if (low === null || high === null || low === high) return '';
  return `<br><span class="quiet">${write(low, high)}</span>`;
}

const COMPARED = ['tracking_error', 'mean_drift', 'total_costs_bps', 'return_after_liquidation'];

function differenceTable({ differences, currency }: LabPortfolioResult): string {
  if (differences.length === 0) return '';
  const measures = LAB_MEASURES.filter(({ name }) => COMPARED.includes(name));
  const rows = differences.map(({ policy, against, measures: found }) => {
    const cells = measures.map((measure) => {
      const difference = found.find(({ name }) => name === measure.name);
      if (difference === undefined) return '<td>–</td>';
      const mark = difference.is_significant ? ' *' : '';
      const mean = formatDifference(difference.mean, measure, currency);
      const interval = intervalOf(difference, (low, high) => formatDifferenceInterval(low, high, measure, currency));
      return `<td>${mean}${mark}${interval}</td>`;
    });
    return `<tr><th scope="row">${shown(policy)} minus ${shown(against)}</th>${cells.join('')}</tr>`;
  });
  const titles = measures.map(({ title }) => title);
  const pairs = `${table('On the same paths', titles, rows)}<p class="note">* The 95 % confidence interval of the paired differences excludes 0.</p>`;
  if (rows.length <= MAX_PAIRS) return pairs;
  return `<details><summary>All ${formatWhole(rows.length)} pairs of policies on the same paths: open this to read or print them</summary>${pairs}</details>`;
}

/** More pairs than those of four policies are too many for a client to read. */
const MAX_PAIRS = 6;

function methods(run: LabRunWire): string {
  const rows = LAB_MEASURES.map(({ title, meaning }) => `<dt>${shown(title)}</dt><dd>${shown(meaning)}</dd>`);
  return `<p>All policies run on the same price paths. Intervals are confidence intervals of the mean (Student’s t) and of proportions (Wilson). ${FILLS[run.execution]} ${shown(labAssumptions(run, formatCents).join(' '))}</p><dl>${rows.join('')}</dl>`;
}

const FILLS: Readonly<Record<LabRunWire['execution'], string>> = {
  at_mid_plus_costs: 'Orders fill at the mid plus their estimated costs.',
  full: 'Orders are filled by the exchanges of the service.',
};
