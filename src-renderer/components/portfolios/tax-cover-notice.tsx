/** Warns if the cash after a plan or a rebalance does not cover the gains tax that is due; also on paper. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { Notice } from '../feedback/notice.tsx';
import { taxCoverTexts } from './tax-cover.ts';

export function TaxCoverNotice({ view }: { readonly view: RebalanceView }) {
  const { tax_cover: cover, portfolio_currency: currency, form, measured } = view;
  const texts = cover && taxCoverTexts({ cover, currency, form, isPast: measured !== null });
  if (texts === null) return null;
  return (
    <Notice tone="warn">
      <strong>{texts.fact}</strong> {texts.figures} {texts.remedy}
    </Notice>
  );
}
