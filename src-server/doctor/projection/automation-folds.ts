/** Applies the events of automation: policies (decision O6) and bulk rebalances (decision P6). */

import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { describeTotals } from '../../engine/bulk/bulk-events.ts';
import type { BulkTotals } from '../../engine/bulk/bulk-rebalance.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { json, rule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

const policySet: Fold<'policy.set'> = ({ portfolio_id: portfolioId, ...terms }, { tables }, { atMs }) => {
  tables.policies.insert([portfolioId], {
    set_ms: atMs,
    terms: json(terms),
    'state.triggered': 0,
    'state.skipped': 0,
    'state.lastTriggered': null,
    'state.lastSkipped': null,
  });
};

const triggered: Fold<'policy.triggered'> = (data, projection, { atMs }) => {
  const { portfolio_id: portfolioId, when, rebalance_id: rebalanceId } = data;
  count(projection, portfolioId, 'triggered', { 'state.lastTriggered': json({ atMs, when, rebalanceId }) });
};

const skipped: Fold<'policy.skipped'> = (data, projection, { atMs }) => {
  const { portfolio_id: portfolioId, when, reason, message } = data;
  count(projection, portfolioId, 'skipped', { 'state.lastSkipped': json({ atMs, when, reason, message }) });
};

function count({ tables }: Projection, portfolioId: string, what: string, change: object): void {
  const columns = tables.policies.find(portfolioId)?.columns;
  if (columns !== undefined)
    Object.assign(columns, { [`state.${what}`]: Number(columns[`state.${what}`]) + 1 }, change);
}

const removed: Fold<'policy.removed'> = (data, { tables }) => tables.policies.remove(data.portfolio_id);

const bulkRequested: Fold<'bulk.requested'> = (data, projection, { atMs }) => {
  const { tables, portfolios, deleted } = projection;
  const { bulk_id: bulkId, portfolio_ids: named } = data;
  tables.bulk_rebalances.insert([bulkId], {
    seq: projection.countId('bk'),
    created_ms: atMs,
    status: 'planning',
    'terms.filter': named === undefined ? data.filter : null,
    'terms.execute': json(data.execute),
    'terms.perMinute': data.per_minute,
    'terms.to': data.to,
    'terms.band_5_25': json(data.band_5_25),
    'state.plannedMs': null,
    'state.startedMs': null,
    'state.endedMs': null,
  });
  const chosen = named ?? [...portfolios.keys()].filter((id) => !deleted.has(id));
  for (const [index, portfolioId] of chosen.entries()) {
    // A filter removes portfolios that are inside their band, which is not in the log.
    tables.bulk_portfolios.insert([bulkId, portfolioId], { position: index + 1, refusal: null }, named === undefined);
  }
};

const bulkRefused: Fold<'bulk.portfolio_refused'> = (data, { tables }) => {
  const { bulk_id: bulkId, portfolio_id: portfolioId, step, code, message } = data;
  const refusal = json({ step, code, message });
  tables.bulk_portfolios.change([bulkId, portfolioId], { state: 'refused', refusal });
};

const bulkPlanned: Fold<'bulk.planned'> = (data, { tables }, { atMs }) => {
  tables.bulk_rebalances.change([data.bulk_id], {
    status: 'planned',
    'state.plannedMs': atMs,
    'state.planned': totalsAre(data.totals),
  });
};

const bulkStarted: Fold<'bulk.started'> = (data, { tables }, { atMs }) => {
  tables.bulk_rebalances.change([data.bulk_id], {
    status: 'executing',
    'state.startedMs': atMs,
    'terms.perMinute': data.per_minute,
  });
};

const bulkCompleted: Fold<'bulk.completed'> = (data, { tables }, { atMs }) => {
  tables.bulk_rebalances.change([data.bulk_id], {
    status: 'complete',
    'state.endedMs': atMs,
    'state.underWay': 0,
    'state.timerSeq': null,
    'state.traded': totalsAre(data.totals),
  });
};

const bulkStopped: Fold<'bulk.stopped'> = (data, { tables }, { atMs }) => {
  const change = { status: 'stopped', 'state.endedMs': atMs, 'state.timerSeq': null };
  tables.bulk_rebalances.change([data.bulk_id], change);
};

/** Sums by currency, as stated in the log. */
function totalsAre(stated: EventOf<'bulk.planned'>['totals']) {
  return rule(
    JSON.stringify(stated),
    (stored) => areTotals(stored) && isDeepStrictEqual(describeTotals(stored), stated),
  );
}

function areTotals(stored: Json): stored is Json & BulkTotals {
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return false;
  return Object.values(stored).every((sums) => isObject(sums) && isObject(sums.costs));
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const AUTOMATION_FOLDS: Folds = {
  'policy.set': policySet,
  'policy.triggered': triggered,
  'policy.skipped': skipped,
  'policy.removed': removed,
  'bulk.requested': bulkRequested,
  'bulk.portfolio_refused': bulkRefused,
  'bulk.planned': bulkPlanned,
  'bulk.started': bulkStarted,
  'bulk.completed': bulkCompleted,
  'bulk.stopped': bulkStopped,
};
