/** A net asset value with its receivable part: dividends that have accrued and are not paid yet. */
import type { ReactNode } from 'react';
import { formatMoney } from '../format/format-number.ts';
import { withRemark } from '../layout/dimmed.tsx';

export function withReceivable(value: number, receivable: number): ReactNode {
  return receivable === 0
    ? formatMoney(value)
    : withRemark(formatMoney(value), `${formatMoney(receivable)} receivable`);
}
