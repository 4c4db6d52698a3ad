/** What becomes of the orders of a test instrument, or of its prices, in every world (decision O8). */
export const FATES = [
  'filled_at_once',
  'half_then_silent',
  'rejected',
  'never_acknowledged',
  'filled_after_close',
  'no_price',
  'crossed_quotes',
  'halted',
  'report_lost',
  'report_twice',
] as const;
export type Fate = (typeof FATES)[number];
