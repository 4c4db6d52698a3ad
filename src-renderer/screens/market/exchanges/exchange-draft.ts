/** The settings of an exchange as the form holds them, and the fields of `PATCH /sim/exchanges/{mic}` that changed. */
import type { ExchangeView, LatencyView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import type { FormBody } from '../../../api/market-calls.ts';
import { type NumberText, scaled } from '../../../components/faults/fault-draft.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';

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
    participationPercent: scaled(settings.participation, 100) ?? '',
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
export function exchangeChange(settings: Settings, draft: ExchangeDraft): FormBody {
  const before = wireSettings(exchangeDraft(settings));
  const after = wireSettings(draft);
  const { latency_ms: legsBefore, ...restBefore } = before;
  const { latency_ms: legsAfter, ...restAfter } = after;
  const rest = changed(restBefore, restAfter);
  const legs = changed(legsBefore, legsAfter);
  return Object.keys(legs).length === 0 ? rest : { ...rest, latency_ms: legs };
}

function changed(before: FormBody, after: FormBody): FormBody {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  );
}

function wireSettings(draft: ExchangeDraft): FormBody & { readonly latency_ms: FormBody } {
  return {
    commission: { bps: sent(draft.bps), minimum: sent(draft.minimum), cap: sent(draft.cap) },
    latency_ms: Object.fromEntries(LEGS.map((leg) => [leg, wireLatency(draft.latency[leg])])),
    acknowledge_within_ms: sent(draft.acknowledgeWithinMs),
    participation: scaled(draft.participationPercent, 0.01) ?? null,
    slice_interval_ms: sent(draft.sliceIntervalMs),
    lot_size: draft.lotSize,
    day_end: draft.dayEnd,
  };
}

function wireLatency({ shape, fixed, min, max, median, sigma }: LatencyDraft): FormBody {
  if (shape === 'fixed') return { fixed: sent(fixed) };
  if (shape === 'span') return { min: sent(min), max: sent(max) };
  return { median: sent(median), sigma: sent(sigma), max: sent(max) };
}

/** An emptied field goes as null: left out, it would silently stay as it was. */
function sent(value: NumberText): number | null {
  return typeof value === 'number' ? value : null;
}
