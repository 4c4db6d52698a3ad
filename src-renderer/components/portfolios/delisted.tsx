/**
 * Delisted instruments of a portfolio: their list, the mark on each, and the notice with the solution (decision O3).
 */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { plural } from '../format/format-number.ts';
import { formatDay, formatInstant } from '../format/format-time.ts';
import { LinkButton } from '../layout/link-button.tsx';
import { ToneBadge } from '../orders/status-badge.tsx';

/** Nothing while an instrument is traded; `since`: time of the delisting. */
export function DelistedMark({ since }: { readonly since: string | undefined }) {
  if (since === undefined) return null;
  return (
    <span title={`Delisted on ${formatInstant(since)} UTC: not traded, valued at its last price`}>
      <ToneBadge color="warn">delisted</ToneBadge>
    </span>
  );
}

interface DelistedRow {
  readonly symbol: string;
  readonly since: string;
  readonly isHeld: boolean;
  readonly isTarget: boolean;
}

export function delistedRows({ allocation, holdings }: PortfolioView): DelistedRow[] {
  const held = new Set(holdings.map(({ isin }) => isin));
  return allocation.flatMap(({ isin, symbol, target_weight: target, delisted_at: since }) =>
    since === undefined ? [] : [{ symbol, since, isHeld: held.has(isin), isTarget: target > 0 }],
  );
}

/** `ENEL has been delisted`; null if nothing was. */
export function delistedFault(portfolio: PortfolioView): string | null {
  const rows = delistedRows(portfolio);
  if (rows.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(rows.map(({ symbol }) => symbol));
  return `${names} ${rows.length === 1 ? 'has' : 'have'} been delisted, so no rebalance can be planned.`;
}

export function DelistedNotice({ portfolio }: { readonly portfolio: PortfolioView }) {
  const fault = delistedFault(portfolio);
  if (fault === null) return null;
  return (
    <Notice
      tone="warn"
      side={<LinkButton to={paths.editPortfolio(portfolio.portfolio_id)}>Edit the portfolio</LinkButton>}
    >
      <strong>{fault}</strong>
      {delistedRows(portfolio).map((row) => (
        <div key={row.symbol}>{wayOut(row)}</div>
      ))}
    </Notice>
  );
}

/** `Remove ENEL from the holdings, which writes it off, and from the targets.` */
export function wayOut({ symbol, isHeld, isTarget, since }: DelistedRow): string {
  const left = [...(isHeld ? ['the holdings, which writes it off in full'] : []), ...(isTarget ? ['the targets'] : [])];
  return `${symbol} was last traded before ${formatDay(since)}. To plan again, remove it from ${left.join(', and from ')}.`;
}

/** `including 32 066.21 EUR of delisted ENEL at its last price`; null if it holds none. */
export function delistedValue(
  { holdings, currency }: PortfolioView,
  format: (amount: number) => string,
): string | null {
  const delisted = holdings.filter(({ delisted_at: since }) => since !== undefined);
  const symbols = [...new Set(delisted.map(({ symbol }) => symbol))];
  if (symbols.length === 0) return null;
  const value = delisted.reduce((sum, row) => sum + row.value, 0);
  const what = symbols.length === 1 ? `delisted ${symbols[0]}` : plural(symbols.length, 'delisted instrument');
  return `including ${format(value)} ${currency} of ${what} at the last price`;
}
