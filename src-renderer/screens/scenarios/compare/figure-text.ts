/** How figures of two runs are written beside each other: amounts with two decimals, quantities with what they have. */
import { formatMoney, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatStatus } from '../../../components/orders/status-badge.tsx';

type Figure = number | string | null;

export function figureText(figure: Figure, unit: string): string {
  if (figure === null) return 'none';
  if (typeof figure === 'string') return formatStatus(figure);
  return unit === '' ? quantityFormatter([figure])(figure) : `${formatMoney(figure)} ${unit}`;
}

/** The second less the first, signed; nothing where they are no numbers. */
export function differenceText(first: Figure, second: Figure, unit: string): string {
  if (typeof first === 'string' || typeof second === 'string') return '';
  const change = Math.round(((second ?? 0) - (first ?? 0)) * 1e6) / 1e6;
  return `${change > 0 ? '+' : ''}${figureText(change, unit)}`;
}
