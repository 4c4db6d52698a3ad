/** Figures of the lab as people read them: shares as percentages, costs as basis points, money with its currency. */
import type { LabMeasure } from '../contract/control/lab/lab-measures.ts';
import { formatFigure } from '../sweep/format-figure.ts';

export function formatMeasure(value: number, { unit }: Pick<LabMeasure, 'unit'>, currency: string): string {
  if (unit === 'share') return `${percent.format(value * 100).replace('-', '−')} %`;
  if (unit === 'bps') return `${short.format(value).replace('-', '−')} bps`;
  if (unit === 'money') return `${whole.format(value).replace('-', '−')} ${currency}`;
  return formatFigure(value);
}

const percent = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
