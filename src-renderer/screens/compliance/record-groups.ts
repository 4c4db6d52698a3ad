/** A record in the groups in which the laws ask for it; the costs are a table of their own. Leaves no field out. Pure. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import {
  formatMoney,
  formatPercent,
  priceFormatter,
  quantityFormatter,
} from '../../components/format/format-number.ts';

/** What the record says of its client has no law of its own: it is part of why the trade was suitable. */
export function recordGroups(record: MifidRecordWire): readonly RecordGroup[] {
  const { order, execution, client, suitability } = record;
  return [
    { title: 'Order', legalBasis: order.legal_basis, fields: orderFields(order) },
    { title: 'Execution', legalBasis: execution.legal_basis, fields: executionFields(execution) },
    {
      title: 'Client and suitability',
      legalBasis: suitability.legal_basis,
      fields: [...clientFields(client), ...suitabilityFields(suitability)],
    },
    { title: 'Record', legalBasis: RETENTION_BASIS, fields: recordFields(record) },
  ];
}

/** MiFIR Art. 25(1): relevant data are at the disposal of the authority for five years. */
const RETENTION_BASIS = 'Regulation (EU) No 600/2014 (MiFIR), Art. 25(1): five years';

function recordFields({ mifid_record_id: id, record_type: type, retained_until: until }: MifidRecordWire) {
  return [
    { name: 'Record', value: id, paths: ['/mifid_record_id'] },
    { name: 'Kind', value: recordedWord(type), paths: ['/record_type'] },
    { name: 'Retained until', value: recordedInstant(until), paths: ['/retained_until'] },
  ];
}

/** Delegated Regulation (EU) 2017/590, Annex I, by the number of the field: what is reported of a transaction. */
const rts22 = (field: number) => `RTS 22, ${field}`;
/** Delegated Regulation (EU) 2017/580, Annex: what is kept of an order. */
const RTS_24 = 'RTS 24';

export interface RecordField {
  readonly name: string;
  readonly value: string;
  /** Where the name is from; without one it is Ballast's own. */
  readonly source?: string;
  /** What of the record's JSON it says, as pointers. */
  readonly paths: readonly string[];
}

export interface RecordGroup {
  readonly title: string;
  /** The law that asks for it. */
  readonly legalBasis: string;
  readonly fields: readonly RecordField[];
}

/** `2026-03-02T09:31:07.250000Z` as `2026-03-02 09:31:07.250000 UTC`: to the digit, because it is a record. */
function recordedInstant(iso: string): string {
  return iso.replace('T', '\u00a0').replace('Z', '\u00a0UTC');
}

/** `transaction_tax` as `Transaction tax`. */
export function recordedWord(word: string): string {
  const words = word.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function orNone(value: string | null): string {
  return value ?? 'not known';
}

type Order = MifidRecordWire['order'];

const VALIDITY = { DAVY: 'DAVY, good for the day', GTCV: 'GTCV, good till cancelled' } as const;
const CAPACITY = {
  DEAL: 'DEAL, on own account',
  MTCH: 'MTCH, matched principal',
  AOTC: 'AOTC, any other capacity',
} as const;

function orderFields(order: Order): readonly RecordField[] {
  return [...instrumentFields(order), ...sizeFields(order), ...decisionFields(order)];
}

function instrumentFields(order: Order): readonly RecordField[] {
  return [
    { name: 'Order ID code', source: RTS_24, value: order.order_id, paths: ['/order/order_id'] },
    { name: 'Buy-sell indicator', source: RTS_24, value: order.side.toUpperCase(), paths: ['/order/side'] },
    { name: 'Instrument identification code', source: rts22(41), value: order.isin, paths: ['/order/isin'] },
    {
      name: 'Instrument full name',
      source: rts22(42),
      value: orNone(order.instrument_name),
      paths: ['/order/instrument_name'],
    },
    {
      name: 'Instrument classification',
      source: rts22(43),
      value: orNone(order.instrument_classification),
      paths: ['/order/instrument_classification'],
    },
    { name: 'Venue', source: rts22(36), value: order.venue, paths: ['/order/venue'] },
  ];
}

function sizeFields(order: Order): readonly RecordField[] {
  const quantity = quantityFormatter([order.quantity, order.sent_quantity]);
  const limit = order.limit_price;
  return [
    { name: 'Initial quantity', source: RTS_24, value: quantity(order.quantity), paths: ['/order/quantity'] },
    { name: 'Quantity when last sent', value: quantity(order.sent_quantity), paths: ['/order/sent_quantity'] },
    { name: 'Order type', source: RTS_24, value: order.order_type.toUpperCase(), paths: ['/order/order_type'] },
    {
      name: 'Limit price',
      source: RTS_24,
      value: limit === null ? 'none' : priceFormatter([limit])(limit),
      paths: ['/order/limit_price'],
    },
    { name: 'Price currency', source: rts22(34), value: order.currency, paths: ['/order/currency'] },
    {
      name: 'Validity period',
      source: RTS_24,
      value: VALIDITY[order.time_in_force],
      paths: ['/order/time_in_force'],
    },
  ];
}

function decisionFields(order: Order): readonly RecordField[] {
  const { investment_decision_maker: decider, execution_decision_maker: executor } = order;
  return [
    { name: 'Decision to deal', value: recordedInstant(order.decided_at), paths: ['/order/decided_at'] },
    {
      name: 'Date and time',
      source: RTS_24,
      value: recordedInstant(order.submitted_at),
      paths: ['/order/submitted_at'],
    },
    {
      name: 'Investment decision within firm',
      source: rts22(57),
      value: `${decider.code} (${decider.type})`,
      paths: ['/order/investment_decision_maker/type', '/order/investment_decision_maker/code'],
    },
    {
      name: 'Execution within firm',
      source: rts22(59),
      value: `${executor.code} (${executor.type})`,
      paths: ['/order/execution_decision_maker/type', '/order/execution_decision_maker/code'],
    },
    {
      name: 'Trading capacity',
      source: rts22(29),
      value: CAPACITY[order.trading_capacity],
      paths: ['/order/trading_capacity'],
    },
    { name: 'Rebalance', value: order.rebalance_id, paths: ['/order/rebalance_id'] },
    { name: 'Portfolio', value: order.portfolio_id, paths: ['/order/portfolio_id'] },
  ];
}

type Execution = MifidRecordWire['execution'];

function executionFields(execution: Execution): readonly RecordField[] {
  return [...referenceFields(execution), ...amountFields(execution), ...partyFields(execution)];
}

function referenceFields(execution: Execution): readonly RecordField[] {
  return [
    {
      name: 'Transaction reference number',
      source: rts22(2),
      value: execution.transaction_reference,
      paths: ['/execution/transaction_reference'],
    },
    {
      name: 'Trading venue transaction identification code',
      source: rts22(3),
      value: execution.venue_transaction_id,
      paths: ['/execution/venue_transaction_id'],
    },
    {
      name: 'Trading date time',
      source: rts22(28),
      value: recordedInstant(execution.executed_at),
      paths: ['/execution/executed_at'],
    },
    { name: 'Venue', source: rts22(36), value: execution.venue, paths: ['/execution/venue'] },
    { name: 'Fill', value: execution.fill_id, paths: ['/execution/fill_id'] },
  ];
}

function amountFields({ quantity, price, currency, consideration, value }: Execution): readonly RecordField[] {
  return [
    {
      name: 'Quantity',
      source: rts22(30),
      value: quantityFormatter([quantity])(quantity),
      paths: ['/execution/quantity'],
    },
    { name: 'Price', source: rts22(33), value: priceFormatter([price])(price), paths: ['/execution/price'] },
    { name: 'Price currency', source: rts22(34), value: currency, paths: ['/execution/currency'] },
    {
      name: 'Consideration',
      value: `${formatMoney(consideration)} ${currency}`,
      paths: ['/execution/consideration'],
    },
    {
      name: 'Value in the currency of the portfolio',
      value: `${formatMoney(value.amount)} ${value.currency}`,
      paths: ['/execution/value/amount', '/execution/value/currency'],
    },
    {
      name: 'Exchange rate',
      value: `${value.fx_rate} ${value.currency} for 1 ${currency}`,
      paths: ['/execution/value/fx_rate'],
    },
  ];
}

function partyFields({ executing_entity: entity, buyer, seller }: Execution): readonly RecordField[] {
  return [
    {
      name: 'Executing entity identification code',
      source: rts22(4),
      value: `${entity} (LEI)`,
      paths: ['/execution/executing_entity'],
    },
    {
      name: 'Buyer identification code',
      source: rts22(7),
      value: formatParty(buyer),
      paths: ['/execution/buyer/lei', '/execution/buyer/role'],
    },
    {
      name: 'Seller identification code',
      source: rts22(16),
      value: formatParty(seller),
      paths: ['/execution/seller/lei', '/execution/seller/role'],
    },
  ];
}

function formatParty({ lei, role }: Execution['buyer']): string {
  return `${lei} (LEI), ${role.replaceAll('_', ' ')}`;
}

type Suitability = MifidRecordWire['suitability'];

/** Of Delegated Regulation (EU) 2017/565. */
const RULES = '2017/565, Art. 54';

function clientFields({ client_id: id, category, country }: MifidRecordWire['client']): readonly RecordField[] {
  return [
    { name: 'Client, by a pseudonym', value: id, paths: ['/client/client_id'] },
    {
      name: 'Client category',
      source: 'MiFID II, Annex II',
      value: recordedWord(category),
      paths: ['/client/category'],
    },
    { name: 'Country of tax', value: orNone(country), paths: ['/client/country'] },
  ];
}

function suitabilityFields(part: Suitability): readonly RecordField[] {
  return [...assessmentFields(part), ...weightFields(part), ...reasonFields(part)];
}

function assessmentFields(part: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Suitability assessment',
      source: RULES,
      value: recordedWord(part.assessment),
      paths: ['/suitability/assessment'],
    },
    { name: 'Method', value: recordedWord(part.method), paths: ['/suitability/method'] },
    { name: 'Assessed at', value: recordedInstant(part.assessed_at), paths: ['/suitability/assessed_at'] },
    { name: 'Risk profile', value: recordedWord(part.risk_profile), paths: ['/suitability/risk_profile'] },
    {
      name: 'Annual volatility of the targets',
      value: formatPercent(part.portfolio_volatility),
      paths: ['/suitability/portfolio_volatility'],
    },
    {
      name: 'Annual volatility of the instrument',
      value: formatPercent(part.instrument_volatility),
      paths: ['/suitability/instrument_volatility'],
    },
    { name: 'Kind of account', value: part.account, paths: ['/suitability/account'] },
  ];
}

function weightFields(part: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Weight before, target, after the plan',
      value: [part.weight_before, part.weight_target, part.weight_after].map(formatPercent).join(', '),
      paths: ['/suitability/weight_before', '/suitability/weight_target', '/suitability/weight_after'],
    },
    { name: 'Drift threshold', value: formatPercent(part.drift_threshold), paths: ['/suitability/drift_threshold'] },
  ];
}

function reasonFields({ reason, reservations }: Suitability): readonly RecordField[] {
  return [
    {
      name: 'Reason of the order',
      value: `${recordedWord(reason.code)}. ${reason.text}`,
      paths: ['/suitability/reason/code', '/suitability/reason/text'],
    },
    {
      name: 'Reservations',
      value: reservations.length === 0 ? 'none' : reservations.join(' '),
      paths:
        reservations.length === 0
          ? ['/suitability/reservations']
          : reservations.map((_, n) => `/suitability/reservations/${n}`),
    },
  ];
}
