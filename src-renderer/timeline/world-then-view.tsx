/** The world as it was after an event: the event itself, portfolios, holdings, rebalances; what the event changed stands out. */
import { type PastOf, useWorldThen } from '../client/history-queries.ts';
import { ReadGate } from '../shared/read-gate.tsx';
import { EventPanel } from './event-panel.tsx';
import { HoldingsThen } from './holdings-then.tsx';
import { PortfoliosThen } from './portfolios-then.tsx';
import { RebalancesThen } from './rebalances-then.tsx';
import type { TimelinePlace } from './use-timeline-place.ts';
import { changesBetween } from './world-changes.ts';

interface WorldThenViewProps {
  readonly past: PastOf;
  readonly event: number;
  readonly place: TimelinePlace;
}

export function WorldThenView({ past, event, place }: WorldThenViewProps) {
  const read = useWorldThen(past, event, place.portfolio);
  const shownOf = read.data?.holdings_of ?? null;
  const before = useWorldThen(past, event - 1, shownOf, read.data?.after === event).data;
  return (
    <div className="past-then" aria-busy={read.data?.after !== event}>
      <ReadGate read={read} doing="Reading the world as it was">
        {(then) => {
          // While the one before is not there yet nothing is said to have changed.
          const isPair = before?.after === then.after - 1 && before.holdings_of === then.holdings_of;
          const changes = changesBetween(isPair ? before : then, then);
          return (
            <>
              <EventPanel then={then} />
              <PortfoliosThen then={then} changes={changes} onShow={place.showPortfolio} />
              {then.holdings_of !== null && <HoldingsThen then={then} changes={changes} />}
              <RebalancesThen then={then} changes={changes} />
            </>
          );
        }}
      </ReadGate>
    </div>
  );
}
