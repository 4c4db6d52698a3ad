/** Says of a rebalance that was filled whole that exchanges were out of reach meanwhile: why it took as long as it did. */
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatOutage } from './format-outage.ts';

export function OutageNotice({ view }: { readonly view: RebalanceView }) {
  // What failed tells its outages beside the orders that they ended, and what is under way those that are not over.
  if (view.rebalance.status !== 'complete' || view.outages.length === 0) return null;
  return (
    <Notice>
      <strong>It went through an outage: orders waited, and all were filled.</strong>
      {view.outages.map((outage) => (
        <div key={`${outage.exchange} ${outage.from}`}>{formatOutage(outage)}</div>
      ))}
    </Notice>
  );
}
