/** A fault as the form holds it, and the request it becomes. The service checks it; nothing is judged here. */
import type { FormBody } from '../../api/market-calls.ts';
import { toInstant } from '../forms/virtual-instant.ts';
import { FAULT_KINDS, type FaultAmount, type FaultKind } from './fault-kinds.ts';

export const SPANS = ['until_ended', 'for', 'until', 'count'] as const;
export type SpanChoice = (typeof SPANS)[number];
/** What a number field holds: empty while nothing is in it. */
export type NumberText = number | string;

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

/** `untilText` is the proposal for an end, in virtual time. */
export function newFaultDraft(kind: FaultKind, untilText: string): FaultDraft {
  const { amount } = FAULT_KINDS[kind];
  return {
    kind,
    exchange: FAULT_KINDS[kind].exchange === 'required' ? 'XETR' : '',
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

/** The same draft for another kind: what both have stays, the number starts anew. */
export function withKind(draft: FaultDraft, kind: FaultKind): FaultDraft {
  const words = FAULT_KINDS[kind];
  return {
    ...draft,
    kind,
    exchange: words.exchange === 'required' && draft.exchange === '' ? 'XETR' : draft.exchange,
    isin: words.isin === 'none' ? '' : draft.isin,
    amount: words.amount?.initial ?? '',
    span: draft.span === 'count' && !words.hasHits ? 'for' : draft.span,
  };
}

/** The body of `POST /sim/faults`: only what its kind knows, and nothing that says no more than the default. */
export function faultBody(draft: FaultDraft): FormBody {
  const { amount, hasHits } = FAULT_KINDS[draft.kind];
  return {
    kind: draft.kind,
    ...filled('exchange', draft.exchange),
    ...filled('isin', draft.isin),
    ...(amount === null ? {} : { [amount.field]: onTheWire(draft.amount, amount) }),
    ...(draft.kind === 'exchange_down' && draft.cancelOrders ? { cancel_orders: true } : {}),
    ...(hasHits && draft.sharePercent !== 100 ? { share: scaled(draft.sharePercent, 0.01) ?? null } : {}),
    ...filled('from', toInstant(draft.from)),
    ...spanFields(draft),
  };
}

function spanFields({ span, duration, until, count }: FaultDraft): FormBody {
  switch (span) {
    case 'until_ended':
      return {};
    case 'for':
      return { for: duration.trim() };
    case 'until':
      return { until: toInstant(until) };
    case 'count':
      return { count: typeof count === 'number' ? count : null };
  }
}

function filled(field: string, text: string): FormBody {
  return text === '' ? {} : { [field]: text };
}

function onTheWire(value: NumberText, { wirePerUnit }: FaultAmount): number | undefined {
  return scaled(value, wirePerUnit);
}

/** Without the dust of binary fractions: 7 % is 0.07. An empty field is left out, and the service says that it is missing. */
export function scaled(value: NumberText, wirePerUnit: number): number | undefined {
  return typeof value === 'number' ? Math.round(value * wirePerUnit * 1e9) / 1e9 : undefined;
}
