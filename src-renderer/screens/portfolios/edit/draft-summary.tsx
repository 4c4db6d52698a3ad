/** What a portfolio that is being typed comes to: its value, its cash, and how far it would begin from its targets. */
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import type { DraftValue } from './value-draft.ts';

/** The default band of the service: 5 % of the portfolio, absolute (specification 4.2). */
const BAND = 0.05;

interface DraftSummaryProps {
  readonly value: DraftValue;
  readonly currency: string;
  readonly hasTargets: boolean;
}

export function DraftSummary({ value, currency, hasTargets }: DraftSummaryProps) {
  const { nav, cash, maxDrift, isComplete } = value;
  return (
    <dl className="editor-summary" aria-label="What it comes to">
      <div>
        <dt>Net asset value</dt>
        <dd>
          {isComplete ? formatMoney(nav) : '…'} <small>{currency}</small>
        </dd>
      </div>
      <div>
        <dt>Cash</dt>
        <dd>
          {formatMoney(cash)}{' '}
          <small>
            {currency}
            {nav > 0 && isComplete && ` · ${formatPercent(cash / nav)}`}
          </small>
        </dd>
      </div>
      <div>
        <dt>Max drift</dt>
        <dd>
          {maxDrift === null ? <small>{hasTargets ? '…' : 'no targets'}</small> : formatPercent(maxDrift)}{' '}
          {maxDrift !== null && (
            <small className={maxDrift > BAND ? 'warn' : 'ok'}>
              {maxDrift > BAND ? '▲ outside ±5 %' : 'inside ±5 %'}
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}
