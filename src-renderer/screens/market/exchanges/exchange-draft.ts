/** The settings of an exchange as the form's draft, and the changed fields for `PATCH /sim/exchanges/{mic}`. */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { ExchangeView, LatencyView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { changedFields } from '../../../api/changed-fields.ts';
import { latencyBody } from '../../../components/forms/latency-body.ts';
import type { LatencyDraft } from '../../../components/forms/latency-fields.tsx';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';

type Settings = ExchangeView['settings'];
type Leg = keyof Settings['latency_ms'];

/**
 * Named and nested like the request, so that a field's name is also its JSON pointer. `participation` is in per cent.
 */
export interface ExchangeDraft extends Pick<Settings, 'lot_size' | 'day_end'> {
  readonly commission: Readonly<Record<keyof Settings['commission'], NumberText>>;
  readonly latency_ms: Readonly<Record<Leg, LatencyDraft>>;
  readonly acknowledge_within_ms: NumberText;
  readonly participation: NumberText;
  readonly slice_interval_ms: NumberText;
}

export function exchangeDraft(settings: Settings): ExchangeDraft {
  const { submit, acknowledge, report } = settings.latency_ms;
  return {
    ...settings,
    participation: scaled(settings.participation, 100),
    latency_ms: {
      submit: latencyDraft(submit),
      acknowledge: latencyDraft(acknowledge),
      report: latencyDraft(report),
    },
  };
}

function latencyDraft(latency: LatencyView): LatencyDraft {
  const shape = 'fixed' in latency ? 'fixed' : 'median' in latency ? 'median' : 'span';
  return { fixed: 20, min: 5, max: 50, median: 20, sigma: 0.5, shape, ...latency };
}

/**
 * Only fields that differ from `settings`; commission and each leg are sent whole, as the service requires. Empty: no
 * change.
 */
export function exchangeChange(settings: Settings, draft: ExchangeDraft): ControlBody<'PATCH /exchanges/{mic}'> {
  const { latency_ms: legsBefore, ...before } = wireSettings(exchangeDraft(settings));
  const { latency_ms: legsAfter, ...after } = wireSettings(draft);
  const legs = changedFields(legsBefore, legsAfter);
  return { ...changedFields(before, after), ...(Object.keys(legs).length === 0 ? {} : { latency_ms: legs }) };
}

/** Takes back a change that was made from `settings`, and none that somebody else has made since. */
export function exchangeUndo(settings: Settings, draft: ExchangeDraft): ControlBody<'PATCH /exchanges/{mic}'> {
  return exchangeChange(wireSettings(draft), exchangeDraft(settings));
}

/** An emptied field is sent as null: if it were omitted, it would silently keep its value. */
function wireSettings(draft: ExchangeDraft): Settings {
  const { bps, minimum, cap } = draft.commission;
  const { submit, acknowledge, report } = draft.latency_ms;
  return {
    ...draft,
    commission: { bps: numberOf(bps), minimum: numberOf(minimum), cap: numberOf(cap) },
    latency_ms: {
      submit: latencyBody(submit),
      acknowledge: latencyBody(acknowledge),
      report: latencyBody(report),
    },
    acknowledge_within_ms: numberOf(draft.acknowledge_within_ms),
    participation: scaled(draft.participation, 0.01),
    slice_interval_ms: numberOf(draft.slice_interval_ms),
  };
}
