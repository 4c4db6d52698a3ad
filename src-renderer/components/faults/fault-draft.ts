/** The form state of a fault, and the request made of it. Only the service validates it. */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import { type NumberText, numberOf, scaled } from '../forms/number-text.ts';
import { omitEmpty } from '../forms/omit-empty.ts';
import { toInstant } from '../forms/virtual-instant.ts';
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts';

export type SpanChoice = 'until_ended' | 'for' | 'until' | 'count';

export interface FaultDraft {
  readonly kind: FaultKind;
  /** Empty: every exchange. */
  readonly exchange: string;
  /** Empty: every instrument. */
  readonly isin: string;
  /** In the unit of the kind's field. */
  readonly amount: NumberText;
  readonly sharePercent: NumberText;
  readonly cancelOrders: boolean;
  /** Empty: now. */
  readonly from: string;
  readonly span: SpanChoice;
  readonly duration: string;
  readonly until: string;
  readonly count: NumberText;
}

/** `untilText` is the proposed end, in virtual time. */
export function newFaultDraft(kind: FaultKind, untilText: string): FaultDraft {
  const { exchange, amount } = FAULT_KINDS[kind];
  return {
    kind,
    exchange: exchange === 'required' ? 'XETR' : '',
    isin: '',
    amount: amount?.initial ?? '',
    sharePercent: 100,
    cancelOrders: false,
    from: '',
    span: 'for',
    duration: '30m',
    until: untilText,
    count: 1,
  };
}

/** The same draft for another kind: common fields stay, the number is reset. */
export function withKind(draft: FaultDraft, kind: FaultKind): FaultDraft {
  const definition = FAULT_KINDS[kind];
  return {
    ...draft,
    kind,
    exchange: definition.exchange === 'required' && draft.exchange === '' ? 'XETR' : draft.exchange,
    isin: definition.isin === 'none' ? '' : draft.isin,
    amount: definition.amount?.initial ?? '',
    span: draft.span === 'count' && !definition.hasHits ? 'for' : draft.span,
  };
}

/** The body of `POST /sim/faults`: only fields that its kind has, without defaults. */
export function faultBody(draft: FaultDraft): ControlBody<'POST /faults'> {
  const { kind, exchange, isin, span, duration, until } = draft;
  const end = span === 'for' ? { for: duration.trim() } : span === 'until' ? { until: toInstant(until) } : {};
  return FAULT_KINDS[kind].body({
    where: omitEmpty({ exchange, isin }),
    when: { ...omitEmpty({ from: toInstant(draft.from) }), ...end },
    hits: omitEmpty({
      share: draft.sharePercent === 100 ? null : scaled(draft.sharePercent, 0.01),
      count: span === 'count' ? numberOf(draft.count) : null,
    }),
    amount: scaled(draft.amount, FAULT_KINDS[kind].amount?.wirePerUnit ?? 1),
    cancelled: draft.cancelOrders ? { cancel_orders: true } : {},
  });
}
