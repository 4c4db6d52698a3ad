/** Converts a written change of an exchange to the engine's request, and settings of exchanges to what is written. */
import type { ChangeExchange, ExchangeView, LatencyView } from '../../contract/control/market/exchange-control.ts';
import { fromMicro, fromMinor, toMicro, toMinor } from '../../domain/numbers/exact.ts';
import type { ExchangeChange } from '../../engine/commands/market/change-exchange.ts';
import type { ExchangeStatus } from '../../engine/market/exchange-status.ts';

export function toExchangeChange(body: ChangeExchange): ExchangeChange {
  const { commission, latency_ms: latency } = body;
  return {
    connected: body.connected ?? null,
    settings: {
      ...(commission === undefined ? {} : { commission: toCommission(commission) }),
      ...present('acknowledgeWithinMs', body.acknowledge_within_ms),
      ...present('participation', body.participation),
      ...present('sliceIntervalMs', body.slice_interval_ms),
      ...present('lotMicro', body.lot_size === undefined ? undefined : (toMicro(body.lot_size) ?? 1)),
      ...present('dayEnd', body.day_end),
    },
    latency: {
      ...present('submit', toLatency(latency?.submit)),
      ...present('acknowledge', toLatency(latency?.acknowledge)),
      ...present('report', toLatency(latency?.report)),
    },
  };
}

function toCommission({ bps, minimum, cap }: NonNullable<ChangeExchange['commission']>) {
  return { bps, minimumMinor: toMinor(minimum) ?? 0, capMinor: toMinor(cap) ?? 0 };
}

function toLatency(latency: LatencyView | undefined): ExchangeChange['latency']['submit'] {
  if (latency === undefined) return undefined;
  if ('fixed' in latency) return { kind: 'fixed', ms: latency.fixed };
  if ('min' in latency) return { kind: 'uniform', minMs: latency.min, maxMs: latency.max };
  return { kind: 'lognormal', medianMs: latency.median, sigma: latency.sigma, maxMs: latency.max };
}

/** `{key: value}`, or an empty object without a value. */
function present<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

/** The reverse: complete settings in the wire format. */
export function viewExchangeSettings(settings: ExchangeStatus['settings']): ExchangeView['settings'] {
  const { commission, latency } = settings;
  return {
    commission: {
      bps: commission.bps,
      minimum: fromMinor(commission.minimumMinor),
      cap: fromMinor(commission.capMinor),
    },
    latency_ms: {
      submit: viewLatency(latency.submit),
      acknowledge: viewLatency(latency.acknowledge),
      report: viewLatency(latency.report),
    },
    acknowledge_within_ms: settings.acknowledgeWithinMs,
    participation: settings.participation,
    slice_interval_ms: settings.sliceIntervalMs,
    lot_size: fromMicro(settings.lotMicro),
    day_end: settings.dayEnd,
  };
}

function viewLatency(latency: ExchangeStatus['settings']['latency']['submit']): LatencyView {
  if (latency.kind === 'fixed') return { fixed: latency.ms };
  if (latency.kind === 'uniform') return { min: latency.minMs, max: latency.maxMs };
  return { median: latency.medianMs, sigma: latency.sigma, max: latency.maxMs };
}
