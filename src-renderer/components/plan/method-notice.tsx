/** Warns, on paper too, that a plan sells by a method that the law of its country does not allow. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { useGains } from '../../api/portfolios-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { methodWarning } from './prescribed-method.ts';

export function MethodNotice({ view }: { readonly view: RebalanceView }) {
  const gains = useGains(view.rebalance.portfolio_id, '').data;
  const country = gains === undefined || gains.tax_rate === 0 ? null : gains.tax_jurisdiction;
  const warning = methodWarning(country, view);
  return warning !== null && <Notice tone="warn">{warning}</Notice>;
}
