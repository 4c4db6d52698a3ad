/**
 * The history of the served world and of runs: their events, and their state at an event (decisions K80, K81); and
 * `/sim/events`, the event log of the served world.
 */
import type { z } from 'zod';
import type {
  HistoricalWorld,
  historicalWorldQuery,
  PastEvents,
  pastEventsQuery,
  TimelineWire,
  timelineQuery,
} from '../../../contract/control/world/history.ts';
import type { historyOperations } from '../../../contract/control/world/history-operations.ts';
import type { recordOperations } from '../../../contract/control/world/record-operations.ts';
import { accepted, type Outcome, refused } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { viewHistoricalWorld } from '../../../scenario/history/view-historical-world.ts';
import { viewPastEvent } from '../../../scenario/history/view-past-event.ts';
import { viewTimeline } from '../../../scenario/history/view-timeline.ts';
import { createWorldHistory, type WorldHistory } from '../../../scenario/history/world-history.ts';
import type { StepResult } from '../../../scenario/run/play-outcome.ts';
import { numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { queryInstantMs } from '../../journal/journal-query.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewEvent } from '../../views/world/view-event.ts';

type HistoryRows = Omit<typeof historyOperations, 'listScenarioRuns' | 'compareScenarioRun'>;
type WorldServices = Pick<Services, 'world' | 'kernel' | 'events' | 'after'>;

interface Past {
  readonly history: WorldHistory;
  /** Steps of a run; `null`: those of a served world. */
  readonly steps: readonly StepResult[] | null;
}

export const historyHandlers: HandlersFor<HistoryRows, keyof WorldServices | 'scenarios'> = {
  getTimeline: ({ query, ...services }) => timelineOf(historyOfWorld(services), query),

  listPastEvents: ({ query, ...services }) => eventsOf(historyOfWorld(services), query),

  getHistoricalWorld: ({ query, ...services }) => worldOf(historyOfWorld(services), query),

  getRunTimeline: ({ scenarios, params, query }) => timelineOf(scenarios.past(params.id), query),

  listRunEvents: ({ scenarios, params, query }) => eventsOf(scenarios.past(params.id), query),

  getRunHistoricalWorld: ({ scenarios, params, query }) => worldOf(scenarios.past(params.id), query),
};

/** Created on first use and then continued: the history of most worlds is never requested. */
const historiesOfWorlds = new WeakMap<World, WorldHistory>();

function historyOfWorld({ world, kernel, events, after }: WorldServices): Outcome<Past> {
  const known = historiesOfWorlds.get(world);
  if (known !== undefined) return accepted({ history: known, steps: null });
  const history = createWorldHistory({
    world,
    events,
    eventCount: () => kernel.eventCount,
    breathe: () => new Promise((resolve) => after(0, resolve)),
  });
  historiesOfWorlds.set(world, history);
  return accepted({ history, steps: null });
}

async function timelineOf(past: Outcome<Past>, terms: z.output<typeof timelineQuery>): Promise<Outcome<TimelineWire>> {
  if (!past.ok) return past;
  const { history, steps } = past.value;
  return accepted(viewTimeline(await history.index(), terms, steps ?? []));
}

function eventsOf(
  past: Outcome<Past>,
  { after, limit, cursor }: z.output<typeof pastEventsQuery>,
): Outcome<PastEvents> {
  if (!past.ok) return past;
  const { source } = past.value.history;
  const behind = numberOfCursor(cursor, source.eventCount());
  if (!behind.ok) return behind;
  const found = source.events.after(Math.max(after, behind.value ?? 0), limit + 1);
  const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
  return accepted({ events: rows.map(viewPastEvent), next, total: source.eventCount() });
}

async function worldOf(
  past: Outcome<Past>,
  { after, portfolio }: z.output<typeof historicalWorldQuery>,
): Promise<Outcome<HistoricalWorld>> {
  if (!past.ok) return past;
  const { history, steps } = past.value;
  if (after > history.source.eventCount()) {
    const issue = `is after the last event, ${history.source.eventCount()}`;
    return refused('invalid_request', `The query parameter after ${issue}.`, [{ path: '/after', issue }]);
  }
  return accepted(await viewHistoricalWorld(history, after, { steps, portfolio }));
}

export const eventHandlers: HandlersFor<Pick<typeof recordOperations, 'listEvents'>, 'events' | 'kernel'> = {
  listEvents({ events, kernel, query: { after, limit, cursor, type, since, portfolio_id: portfolioId } }) {
    const filter = { type, sinceMs: queryInstantMs(since), portfolioId };
    const behind = numberOfCursor(cursor, kernel.eventCount);
    if (!behind.ok) return behind;
    const found = events.matching(filter, Math.max(after, behind.value ?? 0), limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    return accepted({ events: rows.map(viewEvent), next });
  },
};
