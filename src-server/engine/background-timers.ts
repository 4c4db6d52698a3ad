/** Timers that are pending although nothing is in progress: `instant` mode does not advance time for them. */
import { FAULT_TIMER } from '../market/faults/fault-scheduler.ts';
import { CASH_FLOW_TIMER } from './cash-flows/apply-cash-flow.ts';
import { CORPORATE_ACTION_TIMER } from './corporate-actions/apply-corporate-action.ts';
import { EX_DATE_TIMER, PAY_DATE_TIMER } from './dividends/pay-dividends.ts';
import { MONITOR_TIMERS } from './drift-monitor/drift-monitor.ts';
import { POLICY_TIMER } from './policies/schedule-policy.ts';
import { SETTLEMENT_TIMER } from './settlement/settle-trades.ts';

export const BACKGROUND_TIMERS: ReadonlySet<string> = new Set([
  ...MONITOR_TIMERS,
  FAULT_TIMER,
  CASH_FLOW_TIMER,
  CORPORATE_ACTION_TIMER,
  EX_DATE_TIMER,
  PAY_DATE_TIMER,
  SETTLEMENT_TIMER,
  POLICY_TIMER,
]);
