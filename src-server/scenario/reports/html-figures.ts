/** The figures of a run and its final holdings, as HTML. */
import { fromMicro } from '../../domain/numbers/exact.ts';
import type { Figures, PortfolioFigures } from '../ledger/figures.ts';
import { escapeMarkup, printable } from '../load/printable.ts';

export function figuresOf(figures: Figures, simulatedMs: number): string {
  const { rebalances, orders, fills, tradedEurMinor, costsEurMinor, deliveries, attempts, measures } = figures;
  const costs = costsEurMinor;
  const rows: [string, string][] = [
    ['virtual time', spanOf(simulatedMs)],
    ['rebalances', statuses(rebalances)],
    ['orders', statuses(orders)],
    ['fills', String(fills)],
    ['traded, EUR', amountOf(tradedEurMinor)],
    ['costs, EUR', amountOf(costs.totalMinor)],
    ['commission, EUR', amountOf(costs.commissionMinor)],
    ['spread and impact, EUR', amountOf(costs.spreadMinor + costs.impactMinor)],
    ['FX, EUR', amountOf(costs.fxMinor)],
    ['transaction tax, EUR', amountOf(costs.transactionTaxMinor)],
    ['deliveries', statuses(deliveries)],
    ['delivery attempts', String(attempts)],
    ...Object.entries(measures).map(([name, value]): [string, string] => [name, value.toLocaleString('en')]),
  ];
  const cells = rows.map(
    ([name, value]) => `<div class="figure"><strong>${escapeMarkup(value)}</strong><span>${text(name)}</span></div>`,
  );
  return `<div class="figures">${cells.join('')}</div>`;
}

export function holdingsTable({ portfolios }: Figures): string {
  if (portfolios.length === 0) return '';
  const shown = portfolios.slice(0, MAX_PORTFOLIOS);
  const left = portfolios.length - shown.length;
  const more = left === 0 ? '' : `<p>and ${left} more portfolios</p>`;
  return `<h3>Held at the end</h3>${shown.map(portfolioTable).join('')}${more}`;
}

const MAX_PORTFOLIOS = 20;
const MAX_HOLDINGS = 100;

function portfolioTable({
  alias,
  label,
  currency,
  navMinor,
  cashMinor,
  receivableMinor,
  maxDriftBps,
  holdings,
}: PortfolioFigures): string {
  const tradableMinor = navMinor - receivableMinor;
  const weightOf = (minor: number) => (tradableMinor > 0 ? `${((minor / tradableMinor) * 100).toFixed(2)} %` : '–');
  const row = (first: string, second: string, quantity: string, minor: number, weight = weightOf(minor)) =>
    `<tr><td>${first}</td><td>${second}</td><td class="num">${quantity}</td><td class="num">${amountOf(minor)}</td><td class="num">${weight}</td></tr>`;
  const rows = holdings
    .slice(0, MAX_HOLDINGS)
    .map(({ isin, mic, quantityMicro, valueMinor }) =>
      row(
        text(isin),
        text(mic),
        fromMicro(quantityMicro).toLocaleString('en', { maximumFractionDigits: 6 }),
        valueMinor,
      ),
    );
  if (holdings.length > MAX_HOLDINGS)
    rows.push(`<tr><td colspan="5">and ${holdings.length - MAX_HOLDINGS} more</td></tr>`);
  const receivable = receivableMinor === 0 ? '' : row('Receivable dividends', '', '', receivableMinor, '–');
  const title = `${text(alias ?? label)} · ${amountOf(navMinor)} ${text(currency)} · ${maxDriftBps === null ? 'no targets' : `largest drift ${(maxDriftBps / 100).toFixed(2)} %`}`;
  const headers = `<th>Instrument</th><th>Exchange</th><th class="num">Quantity</th><th class="num">Value, ${text(currency)}</th><th class="num">Weight</th>`;
  return `<p>${title}</p><div class="wide"><table><thead><tr>${headers}</tr></thead><tbody>${rows.join('')}${row('Cash', '', '', cashMinor)}${receivable}</tbody></table></div>`;
}

function statuses(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function amountOf(minor: number): string {
  return (minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function spanOf(spanMs: number): string {
  const minutes = Math.round(spanMs / 60_000);
  if (minutes < 60) return minutes < 2 ? `${Math.round(spanMs / 1000)} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

function text(value: string): string {
  return escapeMarkup(printable(value));
}
