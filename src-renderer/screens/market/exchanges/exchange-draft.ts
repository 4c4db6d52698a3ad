/** The settings of an exchange as the form holds them, and the fields of `PATCH /sim/exchanges/{mic}` that changed. */

import type { ExchangeView, LatencyView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import type { Schemas } from '../../../api/api-client.ts';
import { latencyBody } from '../../../components/forms/latency-body.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import type { NumberText } from '../../../components/forms/number-text.ts';
import { numberOf, scaled } from '../../../components/forms/number-text.ts';

type Settings = ExchangeView['settings'];

export const LEGS = ['submit', 'acknowledge', 'report'] as const;
export type Leg = (typeof LEGS)[number];

export interface ExchangeDraft {
  readonly bps: NumberText;
  readonly minimum: NumberText;
  readonly cap: NumberText;
  readonly latency: Readonly<Record<Leg, LatencyDraft>>;
  readonly acknowledgeWithinMs: NumberText;
  readonly participationPercent: NumberText;
  readonly sliceIntervalMs: NumberText;
  readonly lotSize: number;
  readonly dayEnd: Settings['day_end'];
}

export function exchangeDraft(settings: Settings): ExchangeDraft {
  const { commission, latency_ms: latency } = settings;
  return {
    bps: commission.bps,
    minimum: commission.minimum,
    cap: commission.cap,
    latency: {
      submit: latencyDraft(latency.submit),
      acknowledge: latencyDraft(latency.acknowledge),
      report: latencyDraft(latency.report),
    },
    acknowledgeWithinMs: settings.acknowledge_within_ms,
    participationPercent: scaled(settings.participation, 100),
    sliceIntervalMs: settings.slice_interval_ms,
    lotSize: settings.lot_size,
    dayEnd: settings.day_end,
  };
}

function latencyDraft(latency: LatencyView): LatencyDraft {
  const unset = { fixed: 20, min: 5, max: 50, median: 20, sigma: 0.5 };
  if ('fixed' in latency) return { ...unset, shape: 'fixed', ...latency };
  return 'median' in latency ? { ...unset, shape: 'median', ...latency } : { ...unset, shape: 'span', ...latency };
}

/** Only what differs from `settings`; commission and each leg go whole, as the service takes them. Empty: nothing. */
export function exchangeChange(settings: Settings, draft: ExchangeDraft): Schemas['ChangeExchange'] {
  const before = wireSettings(exchangeDraft(settings));
  const after = wireSettings(draft);
  const { latency_ms: legsBefore, ...restBefore } = before;
  const { latency_ms: legsAfter, ...restAfter } = after;
  const rest = changed(restBefore, restAfter);
  const legs = changed(legsBefore, legsAfter);
  return Object.keys(legs).length === 0 ? rest : { ...rest, latency_ms: legs };
}

function changed<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const differing: Partial<Fields> = {};
  for (const key in after) {
    if (JSON.stringify(after[key]) !== JSON.stringify(before[key])) differing[key] = after[key];
  }
  return differing;
}

/** An emptied field goes as null: left out, it would silently stay as it was. */
function wireSettings(draft: ExchangeDraft) {
  return {
    commission: { bps: numberOf(draft.bps), minimum: numberOf(draft.minimum), cap: numberOf(draft.cap) },
    latency_ms: {
      submit: latencyBody(draft.latency.submit),
      acknowledge: latencyBody(draft.latency.acknowledge),
      report: latencyBody(draft.latency.report),
    },
    acknowledge_within_ms: numberOf(draft.acknowledgeWithinMs),
    participation: scaled(draft.participationPercent, 0.01),
    slice_interval_ms: numberOf(draft.sliceIntervalMs),
    lot_size: draft.lotSize,
    day_end: draft.dayEnd,
  };
}
