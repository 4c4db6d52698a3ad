/** When the cash flows of the lab are due: at the first check of a month, a quarter or a year. */
import { formatInstant } from '../domain/numbers/instant.ts';
import type { LabCashFlow } from './lab-task.ts';

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** Whether a new period has begun since the last flow, or since the beginning. */
export function isFlowDue(every: LabCashFlow['every'], lastMs: number, atMs: number): boolean {
  return periodOf(every, atMs) > periodOf(every, lastMs);
}

function periodOf(every: LabCashFlow['every'], instantMs: number): number {
  const [year = 0, month = 1] = formatInstant(instantMs).split('-', 2).map(Number);
  return Math.floor((year * 12 + month - 1) / MONTHS[every]);
}
