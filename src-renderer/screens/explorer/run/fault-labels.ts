/** What the kinds of faults of an exploration are, as the heads of columns say it. Pure. */

import { FAULT_KINDS } from '../../../components/faults/fault-kinds.ts';
import { INTERFACE_KINDS, WEBHOOK_KINDS, type WireKindLabels } from '../../../components/faults/wire-fault-kinds.ts';

export type FaultGroup = 'operations' | 'webhooks' | 'exchanges';

/** Of requests; the last two are no faults, but what a trial does to the server. */
const OPERATIONS: Readonly<Record<string, string>> = {
  ...causesOf(INTERFACE_KINDS),
  restart_server: 'then server restart',
  rotate_secret: 'then secret rotated',
};
const EXCHANGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FAULT_KINDS).flatMap(([kind, { cause }]) => (cause === undefined ? [] : [[kind, cause]])),
);
const LABELS = { ...OPERATIONS, ...causesOf(WEBHOOK_KINDS), ...EXCHANGES };

function causesOf(kinds: Readonly<Record<string, WireKindLabels>>): Readonly<Record<string, string>> {
  return Object.assign({}, ...Object.values(kinds).map(({ causes }) => causes));
}

export function groupOfFault(fault: string): FaultGroup {
  if (fault in EXCHANGES) return 'exchanges';
  return fault.startsWith('webhook_') ? 'webhooks' : 'operations';
}

/** A kind that is not known is named as the service does. */
export function labelOfFault(fault: string): string {
  return LABELS[fault] ?? fault.replaceAll('_', ' ');
}

/** With the name that the service has for it: `no answer (api_hang)`. */
export function describeFault(fault: string): string {
  return fault in LABELS ? `${labelOfFault(fault)} (${fault})` : fault;
}
