/** Exchanges that list something of the portfolio and cannot be reached: a plan goes around them, and would not say so by itself. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';

export function UnreachableNotice({ portfolio }: { readonly portfolio: PortfolioView }) {
  const instruments = useInstrumentsByIsin();
  const exchanges = useExchanges().data?.exchanges ?? [];
  const listing = new Set(portfolio.allocation.flatMap(({ isin }) => instruments.get(isin)?.listings ?? []));
  const down = exchanges.filter(({ mic, connected }) => !connected && listing.has(mic)).map(({ mic }) => mic);
  if (down.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>{down.join(', ')} cannot be reached, so this plan sends nothing there.</strong> What trades elsewhere,
      too, is planned at another exchange. For orders that meet an outage, execute first and break their exchange then.
    </Notice>
  );
}
