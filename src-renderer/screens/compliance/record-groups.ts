/** A record in words, in the groups in which the laws ask for it. Every field is in one; costs are a table. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import {
  formatMoney,
  formatPercent,
  priceFormatter,
  quantityFormatter,
} from '../../components/format/format-number.ts';

export interface RecordField {
  /** Its regulatory name. */
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

/** Delegated Regulation (EU) 2017/590, Annex I, by the number of the field: what is reported of a transaction. */
const rts22 = (field: number) => `RTS 22, ${field}`;
/** Delegated Regulation (EU) 2017/580, Annex: what is kept of an order. */
const RTS_24 = 'RTS 24';
/** Delegated Regulation (EU) 2017/565. */
const SUITABILITY = '2017/565, Art. 54';
/** MiFIR Art. 25(1): relevant data are at the disposal of the authority for five years. */
const RETENTION = 'Regulation (EU) No 600/2014 (MiFIR), Art. 25(1): five years';

const VALIDITY = { DAVY: 'DAVY, good for the day', GTCV: 'GTCV, good till cancelled' } as const;
const CAPACITY = {
  DEAL: 'DEAL, on own account',
  MTCH: 'MTCH, matched principal',
  AOTC: 'AOTC, any other capacity',
} as const;

/** The client has no law of its own in the record: it is part of why the trade was suitable. */
export function recordGroups(record: MifidRecordWire): readonly RecordGroup[] {
  const { order, execution, client, suitability } = record;
  return [
    { title: 'Order', legalBasis: order.legal_basis, fields: [...instrumentFields(order), ...orderFields(order)] },
    { title: 'Execution', legalBasis: execution.legal_basis, fields: executionFields(execution) },
    {
      title: 'Client and suitability',
      legalBasis: suitability.legal_basis,
      fields: [...clientFields(client), ...suitabilityFields(suitability)],
    },
    {
      title: 'Record',
      legalBasis: RETENTION,
      fields: [
        field('Record', null, record.mifid_record_id, '/mifid_record_id'),
        field('Kind', null, recordedLabel(record.record_type), '/record_type'),
        field('Retained until', null, recordedInstant(record.retained_until), '/retained_until'),
      ],
    },
  ];
}

function field(name: string, source: string | null, value: string, ...paths: readonly string[]): RecordField {
  return { name, value, ...(source === null ? {} : { source }), paths };
}

function instrumentFields(order: MifidRecordWire['order']): readonly RecordField[] {
  const { instrument_name: name, instrument_classification: classification } = order;
  return [
    field('Order ID code', RTS_24, order.order_id, '/order/order_id'),
    field('Buy-sell indicator', RTS_24, order.side.toUpperCase(), '/order/side'),
    field('Instrument identification code', rts22(41), order.isin, '/order/isin'),
    field('Instrument full name', rts22(42), name ?? 'not known', '/order/instrument_name'),
    field('Instrument classification', rts22(43), classification ?? 'not known', '/order/instrument_classification'),
    field('Venue', rts22(36), order.venue, '/order/venue'),
  ];
}

function orderFields(order: MifidRecordWire['order']): readonly RecordField[] {
  const { limit_price: limit, investment_decision_maker: decider, execution_decision_maker: executor } = order;
  const quantity = quantityFormatter([order.quantity, order.sent_quantity]);
  const [decidedBy, executedBy] = ['/order/investment_decision_maker', '/order/execution_decision_maker'];
  return [
    field('Initial quantity', RTS_24, quantity(order.quantity), '/order/quantity'),
    field('Quantity when last sent', null, quantity(order.sent_quantity), '/order/sent_quantity'),
    field('Order type', RTS_24, order.order_type.toUpperCase(), '/order/order_type'),
    field('Limit price', RTS_24, limit === null ? 'none' : priceFormatter([limit])(limit), '/order/limit_price'),
    field('Price currency', rts22(34), order.currency, '/order/currency'),
    field('Validity period', RTS_24, VALIDITY[order.time_in_force], '/order/time_in_force'),
    field('Decision to deal', null, recordedInstant(order.decided_at), '/order/decided_at'),
    field('Date and time', RTS_24, recordedInstant(order.submitted_at), '/order/submitted_at'),
    field('Investment decision within firm', rts22(57), formatMaker(decider), `${decidedBy}/type`, `${decidedBy}/code`),
    field('Execution within firm', rts22(59), formatMaker(executor), `${executedBy}/type`, `${executedBy}/code`),
    field('Trading capacity', rts22(29), CAPACITY[order.trading_capacity], '/order/trading_capacity'),
    field('Rebalance', null, order.rebalance_id, '/order/rebalance_id'),
    field('Portfolio', null, order.portfolio_id, '/order/portfolio_id'),
  ];
}

function formatMaker({ code, type }: { readonly code: string; readonly type: string }): string {
  return `${code} (${type})`;
}

function executionFields(execution: MifidRecordWire['execution']): readonly RecordField[] {
  const { quantity, price, currency, consideration, value, buyer, seller } = execution;
  const amount = `${formatMoney(value.amount)} ${value.currency}`;
  const at = (member: string) => `/execution/${member}`;
  return [
    field('Transaction reference number', rts22(2), execution.transaction_reference, at('transaction_reference')),
    field(
      'Trading venue transaction identification code',
      rts22(3),
      execution.venue_transaction_id,
      at('venue_transaction_id'),
    ),
    field('Trading date time', rts22(28), recordedInstant(execution.executed_at), at('executed_at')),
    field('Venue', rts22(36), execution.venue, at('venue')),
    field('Fill', null, execution.fill_id, at('fill_id')),
    field('Quantity', rts22(30), quantityFormatter([quantity])(quantity), at('quantity')),
    field('Price', rts22(33), priceFormatter([price])(price), at('price')),
    field('Price currency', rts22(34), currency, at('currency')),
    field('Consideration', null, `${formatMoney(consideration)} ${currency}`, at('consideration')),
    field('Value in the currency of the portfolio', null, amount, at('value/amount'), at('value/currency')),
    field('Exchange rate', null, `${value.fx_rate} ${value.currency} for 1 ${currency}`, at('value/fx_rate')),
    field(
      'Executing entity identification code',
      rts22(4),
      `${execution.executing_entity} (LEI)`,
      at('executing_entity'),
    ),
    field('Buyer identification code', rts22(7), formatParty(buyer), at('buyer/lei'), at('buyer/role')),
    field('Seller identification code', rts22(16), formatParty(seller), at('seller/lei'), at('seller/role')),
  ];
}

function formatParty({ lei, role }: MifidRecordWire['execution']['buyer']): string {
  return `${lei} (LEI), ${role.replaceAll('_', ' ')}`;
}

function clientFields({ client_id: id, category, country }: MifidRecordWire['client']): readonly RecordField[] {
  return [
    field('Client, by a pseudonym', null, id, '/client/client_id'),
    field('Client category', 'MiFID II, Annex II', recordedLabel(category), '/client/category'),
    field('Country of tax', null, country ?? 'not known', '/client/country'),
  ];
}

function suitabilityFields(part: MifidRecordWire['suitability']): readonly RecordField[] {
  const { reason, reservations } = part;
  const weights = [part.weight_before, part.weight_target, part.weight_after].map(formatPercent).join(', ');
  const at = (...members: readonly string[]) => members.map((member) => `/suitability/${member}`);
  const reserved =
    reservations.length === 0 ? at('reservations') : at(...reservations.map((_, n) => `reservations/${n}`));
  return [
    field('Suitability assessment', SUITABILITY, recordedLabel(part.assessment), ...at('assessment')),
    field('Method', null, recordedLabel(part.method), ...at('method')),
    field('Assessed at', null, recordedInstant(part.assessed_at), ...at('assessed_at')),
    field('Risk profile', null, recordedLabel(part.risk_profile), ...at('risk_profile')),
    field(
      'Annual volatility of the targets',
      null,
      formatPercent(part.portfolio_volatility),
      ...at('portfolio_volatility'),
    ),
    field(
      'Annual volatility of the instrument',
      null,
      formatPercent(part.instrument_volatility),
      ...at('instrument_volatility'),
    ),
    field('Kind of account', null, part.account, ...at('account')),
    field(
      'Weight before, target, after the plan',
      null,
      weights,
      ...at('weight_before', 'weight_target', 'weight_after'),
    ),
    field('Drift threshold', null, formatPercent(part.drift_threshold), ...at('drift_threshold')),
    field(
      'Reason of the order',
      null,
      `${recordedLabel(reason.code)}. ${reason.text}`,
      ...at('reason/code', 'reason/text'),
    ),
    field('Reservations', null, reservations.length === 0 ? 'none' : reservations.join(' '), ...reserved),
  ];
}

/** `2026-03-02T09:31:07.250000Z` as `2026-03-02 09:31:07.250000 UTC`: to the digit, because it is a record. */
function recordedInstant(iso: string): string {
  return iso.replace('T', '\u00a0').replace('Z', '\u00a0UTC');
}

/** `transaction_tax` as `Transaction tax`. */
export function recordedLabel(word: string): string {
  const words = word.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
