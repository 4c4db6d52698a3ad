/** Timers that wait without anything being under way: time does not have to pass for their sake in `instant` mode. */
import { FAULT_TIMER } from '../market/faults/fault-scheduler.ts';
import { MONITOR_TIMERS } from './drift-monitor/drift-monitor.ts';

export const BACKGROUND_TIMERS: ReadonlySet<string> = new Set([...MONITOR_TIMERS, FAULT_TIMER]);
