/**
 * The part of a message about exchanges that ended outages disconnected: ending an outage does not reconnect an
 * exchange, its next attempt does.
 */
import type { FaultView } from '../../../src-server/contract/control/market/faults.ts';
import { readExchanges } from '../../api/market-api.ts';
import { formatTimeOfDay } from '../format/format-time.ts';

export interface EndedFaults {
  readonly ended: readonly FaultView[];
  /** ` XETR reconnects at 09:55:07 (virtual UTC).`; empty if none is disconnected. */
  readonly reconnections: string;
}

export async function withReconnections(ended: readonly FaultView[]): Promise<EndedFaults> {
  const mics = ended.flatMap((fault) => (fault.kind === 'exchange_down' ? fault.exchange : []));
  if (mics.length === 0) return { ended, reconnections: '' };
  // The faults have ended even if the exchanges cannot be read.
  const { exchanges } = await readExchanges().catch(() => ({ exchanges: [] }));
  const due = exchanges.flatMap(({ mic, line: { next_attempt_at: at } }) =>
    at === null || !mics.includes(mic) ? [] : `${mic} reconnects at ${formatTimeOfDay(at)}`,
  );
  return { ended, reconnections: due.length === 0 ? '' : ` ${due.join(', ')} (virtual UTC).` };
}
