/** Warns which positions a plan leaves outside their band, and if it costs money without lowering any drift. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { symbolOf } from '../orders/order-columns.tsx';
import { lowersNoDrift, stayingOutsidePlan } from './staying-outside.ts';

export function StaysOutsideNotice({ view }: { readonly view: RebalanceView }) {
  const instruments = useInstrumentsByIsin();
  const sentences = [
    ...lowersNoDrift(view.rebalance, view.portfolio_currency),
    ...stayingOutsidePlan(view, (isin) => symbolOf(isin, instruments)),
  ];
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warn">
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Notice>
  );
}
