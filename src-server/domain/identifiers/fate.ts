/**
 * The fates of test instruments: how their orders end in every world, or what happens to their prices (decision O8).
 */
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
