/**
 * Finds the quantities that a portfolio held before corporate actions; the log only has those afterwards
 * (decision O10).
 */
import { knownEvent } from '../../domain/events/read-event.ts';
import type { BookedEntry } from '../../engine/ports/history-port.ts';
import type { ActivityContext } from './portfolio-activity.ts';
import { applyToLedger, emptyLedger, type LedgerPortfolio } from './portfolio-ledger.ts';

/** Entries that are applied between two pauses: some milliseconds of work. */
const AT_ONCE = 250;

/**
 * Millionths of a share at all exchanges together, by the number of the entry. `actions`: numbers of the entries of
 * corporate actions to find; without any, nothing is read.
 */
export async function quantitiesBefore(
  { log, breathe }: ActivityContext,
  portfolioId: string,
  actions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const before = new Map<number, number>();
  const lastSeq = Math.max(...actions);
  const entries: readonly BookedEntry[] = log.entriesOf(portfolioId).filter(({ seq }) => seq <= lastSeq);
  const ledger = emptyLedger();
  for (let first = 0; first < entries.length; first += AT_ONCE) {
    for (const entry of log.read(entries.slice(first, first + AT_ONCE))) {
      const event = knownEvent(entry);
      const portfolio = ledger.portfolios.get(portfolioId);
      if (event.type === 'corporate_action.applied' && actions.has(entry.seq) && portfolio !== undefined) {
        before.set(entry.seq, heldMicro(portfolio, event.data.isin));
      }
      applyToLedger(ledger, event);
    }
    ledger.fills.length = 0;
    await breathe();
  }
  return before;
}

function heldMicro({ positions }: LedgerPortfolio, isin: string): number {
  return [...positions].reduce((sum, [place, quantity]) => sum + (place.startsWith(`${isin} `) ? quantity : 0), 0);
}
