/** Labels of an exploration's kinds of faults for table headers. Pure. */

import { FAULT_KINDS } from '../../../components/faults/fault-kinds.ts';
import { INTERFACE_KINDS, WEBHOOK_KINDS, type WireKindLabels } from '../../../components/faults/wire-fault-kinds.ts';

type FaultGroup = 'operations' | 'webhooks' | 'exchanges';

/** For requests; the last two are not faults, but actions of a trial on the server. */
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

/** An unknown kind is shown by the service's name. */
export function labelOfFault(fault: string): string {
  return LABELS[fault] ?? fault.replaceAll('_', ' ');
}

/** With the service's name: `no response (api_hang)`. */
export function describeFault(fault: string): string {
  return fault in LABELS ? `${labelOfFault(fault)} (${fault})` : fault;
}
