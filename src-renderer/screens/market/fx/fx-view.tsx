/** Exchange rates: what a unit of each currency costs, now and since a day ago, every pair against every other, one over time. */
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useRateTable } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import marketClasses from '../market.module.css';
import { CrossPanel } from './cross-panel.tsx';
import classes from './fx.module.css';
import { RATE_SPAN_LIST, type RateSpan } from './rate-spans.ts';
import { RatesPanel } from './rates-panel.tsx';

// The chart brings Recharts, which the tables do not need.
const RatePanel = lazy(() => import('./rate-panel.tsx').then((m) => ({ default: m.RatePanel })));

const USUAL_CURRENCY = 'GBP';

export function FxView() {
  const table = useRateTable();
  const [params, setParams] = useSearchParams();
  const span = RATE_SPAN_LIST.find((each) => each === params.get('span')) ?? '1m';
  const change = (next: { readonly currency?: string; readonly span?: RateSpan }) =>
    setParams(
      () => {
        const after = currentSearchParams();
        for (const [name, value] of Object.entries(next)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <QueryBoundary read={table} doing="Reading the exchange rates">
      {(data) => {
        const quoted = data.currencies.map(({ currency }) => currency).filter((currency) => currency !== 'EUR');
        const asked = params.get('currency') ?? USUAL_CURRENCY;
        const currency = quoted.find((each) => each === asked) ?? quoted[0];
        return (
          <>
            <div className={`${marketClasses.marketColumns} ${classes.fxColumns}`}>
              <RatesPanel table={data} chosen={currency ?? ''} onChoose={(chosen) => change({ currency: chosen })} />
              {currency !== undefined && (
                <Suspense fallback={null}>
                  <RatePanel currency={currency} span={span} onSpan={(chosen) => change({ span: chosen })} />
                </Suspense>
              )}
            </div>
            <CrossPanel table={data} />
          </>
        );
      }}
    </QueryBoundary>
  );
}
