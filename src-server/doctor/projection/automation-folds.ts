/** What Ballast does by itself: policies (decision O6) and bulk rebalances (decision P6). */

import { isDeepStrictEqual } from 'node:util';
import { describeTotals } from '../../engine/bulk/bulk-events.ts';
import type { BulkTotals } from '../../engine/bulk/bulk-rebalance.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { EventFields } from '../event-fields.ts';
import { json, rule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

const policySet: Fold = ({ tables }, fields, { atMs, data }) => {
  const { portfolio_id: _of, ...terms } = data;
  tables.policies.insert([fields.id('portfolio_id')], {
    ...{ set_ms: atMs, terms: json(terms) },
    ...{ 'state.triggered': 0, 'state.skipped': 0, 'state.lastTriggered': null, 'state.lastSkipped': null },
  });
};

const triggered: Fold = (projection, fields, { atMs }) => {
  const when = fields.json('when') ?? null;
  count(projection, fields, 'triggered', {
    'state.lastTriggered': json({ atMs, when, rebalanceId: fields.id('rebalance_id') }),
  });
};

const skipped: Fold = (projection, fields, { atMs }) => {
  const [when, reason, message] = ['when', 'reason', 'message'].map((name) => fields.json(name) ?? null);
  count(projection, fields, 'skipped', { 'state.lastSkipped': json({ atMs, when, reason, message }) });
};

function count({ tables }: Projection, fields: EventFields, what: string, change: object): void {
  const columns = tables.policies.find(fields.id('portfolio_id'))?.columns;
  if (columns !== undefined)
    Object.assign(columns, { [`state.${what}`]: Number(columns[`state.${what}`]) + 1 }, change);
}

const removed: Fold = ({ tables }, fields) => tables.policies.remove(fields.id('portfolio_id'));

const bulkRequested: Fold = (projection, fields, { atMs }) => {
  const { tables, portfolios, deleted } = projection;
  const bulkId = fields.id('bulk_id');
  const named = fields.json('portfolio_ids');
  const isNamed = Array.isArray(named);
  tables.bulk_rebalances.insert([bulkId], {
    ...{ seq: projection.countId('bk'), created_ms: atMs, status: 'planning' },
    ...{ 'terms.filter': isNamed ? null : fields.text('filter'), 'terms.execute': json(fields.json('execute')) },
    ...{ 'terms.perMinute': fields.number('per_minute'), 'terms.to': fields.text('to') ?? undefined },
    'terms.band_5_25': json(fields.json('band_5_25')),
    ...{ 'state.plannedMs': null, 'state.startedMs': null, 'state.endedMs': null },
  });
  const chosen = isNamed ? named : [...portfolios.keys()].filter((id) => !deleted.has(id));
  for (const [index, portfolioId] of chosen.entries()) {
    // A filter takes out those that are inside their band, which no event says.
    tables.bulk_portfolios.insert([bulkId, String(portfolioId)], { position: index + 1, refusal: null }, !isNamed);
  }
};

const bulkRefused: Fold = ({ tables }, fields) => {
  const [step, code, message] = ['step', 'code', 'message'].map((name) => fields.json(name) ?? null);
  const refusal = json({ step, code, message });
  tables.bulk_portfolios.change([fields.id('bulk_id'), fields.id('portfolio_id')], { state: 'refused', refusal });
};

const bulkPlanned: Fold = ({ tables }, fields, { atMs }) => {
  tables.bulk_rebalances.change([fields.id('bulk_id')], {
    ...{ status: 'planned', 'state.plannedMs': atMs, 'state.planned': totalsAre(fields.json('totals')) },
  });
};

const bulkStarted: Fold = ({ tables }, fields, { atMs }) => {
  tables.bulk_rebalances.change([fields.id('bulk_id')], {
    ...{ status: 'executing', 'state.startedMs': atMs, 'terms.perMinute': fields.number('per_minute') },
  });
};

const bulkCompleted: Fold = ({ tables }, fields, { atMs }) => {
  tables.bulk_rebalances.change([fields.id('bulk_id')], {
    ...{ status: 'complete', 'state.endedMs': atMs, 'state.underWay': 0, 'state.timerSeq': null },
    'state.traded': totalsAre(fields.json('totals')),
  });
};

const bulkStopped: Fold = ({ tables }, fields, { atMs }) => {
  const change = { status: 'stopped', 'state.endedMs': atMs, 'state.timerSeq': null };
  tables.bulk_rebalances.change([fields.id('bulk_id')], change);
};

/** Sums by currency, as the log tells them. */
function totalsAre(said: Json | undefined) {
  if (said === undefined) return undefined;
  return rule(JSON.stringify(said), (stored) => areTotals(stored) && isDeepStrictEqual(describeTotals(stored), said));
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
