/** A record in words, in the groups required by the laws. Every field is in one; costs are a table. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import {
  formatMoney,
  formatPercent,
  priceFormatter,
  quantityFormatter,
} from '../../components/format/format-number.ts';

/**
 * `source`: the origin of the name, null if it is Ballast's own; `paths`: the parts of the record's JSON that it shows.
 */
type FieldRow = readonly [name: string, source: string | null, value: string, ...members: string[]];
export type RecordField = ReturnType<typeof fieldsOf>[number];
export type RecordGroup = ReturnType<typeof recordGroups>[number];

/** Delegated Regulation (EU) 2017/590, Annex I, by the number of the field: reports of transactions. */
const rts22 = (field: number) => `RTS 22, ${field}`;
/** Delegated Regulation (EU) 2017/580, Annex: records of orders. */
const RTS_24 = 'RTS 24';
/** Delegated Regulation (EU) 2017/565. */
const SUITABILITY = '2017/565, Art. 54';
/** MiFIR Art. 25(1): relevant data must be at the disposal of the authority for five years. */
const RETENTION = 'Regulation (EU) No 600/2014 (MiFIR), Art. 25(1): five years';

const NOT_KNOWN = 'not known';
const VALIDITY = { DAVY: 'DAVY, good for the day', GTCV: 'GTCV, good till cancelled' } as const;
const CAPACITY = {
  DEAL: 'DEAL, on own account',
  MTCH: 'MTCH, matched principal',
  AOTC: 'AOTC, any other capacity',
} as const;

/** The client has no group of its own: it belongs to the suitability of the trade. */
export function recordGroups(record: MifidRecordWire) {
  const { order, execution, client, suitability } = record;
  const itself: FieldRow[] = [
    ['Record', null, record.mifid_record_id, 'mifid_record_id'],
    ['Kind', null, recordedLabel(record.record_type), 'record_type'],
    ['Retained until', null, recordedInstant(record.retained_until), 'retained_until'],
  ];
  const ofClient: FieldRow[] = [
    ['Client (a person is shown by a pseudonym)', null, client.client_id, 'client_id'],
    ['Client category', 'MiFID II, Annex II', assumed(client.category), 'category'],
    ['Country of taxation', null, client.country ?? NOT_KNOWN, 'country'],
  ];
  return [
    { title: 'Order', legalBasis: order.legal_basis, fields: fieldsOf('/order', orderRows(order)) },
    { title: 'Execution', legalBasis: execution.legal_basis, fields: fieldsOf('/execution', executionRows(execution)) },
    {
      title: 'Client and suitability',
      legalBasis: suitability.legal_basis,
      fields: [...fieldsOf('/client', ofClient), ...fieldsOf('/suitability', suitabilityRows(suitability))],
    },
    { title: 'Record', legalBasis: RETENTION, fields: fieldsOf('', itself) },
  ];
}

function fieldsOf(part: string, rows: readonly FieldRow[]) {
  return rows.map(([name, source, value, ...members]) => {
    return { name, source, value, paths: members.map((member) => `${part}/${member}`) };
  });
}

function orderRows(order: MifidRecordWire['order']): FieldRow[] {
  const { limit_price: limit, investment_decision_maker: decider, execution_decision_maker: executor } = order;
  const quantity = quantityFormatter([order.quantity, order.sent_quantity]);
  const [decidedBy, executedBy] = ['investment_decision_maker', 'execution_decision_maker'];
  return [
    ['Order ID code', RTS_24, order.order_id, 'order_id'],
    ['Buy/sell indicator', RTS_24, order.side.toUpperCase(), 'side'],
    ['Instrument identification code', rts22(41), order.isin, 'isin'],
    ['Instrument full name', rts22(42), order.instrument_name ?? NOT_KNOWN, 'instrument_name'],
    ['Instrument classification', rts22(43), order.instrument_classification ?? NOT_KNOWN, 'instrument_classification'],
    ['Venue', rts22(36), order.venue, 'venue'],
    ['Initial quantity', RTS_24, quantity(order.quantity), 'quantity'],
    ['Quantity when last sent', null, quantity(order.sent_quantity), 'sent_quantity'],
    ['Order type', RTS_24, order.order_type.toUpperCase(), 'order_type'],
    ['Limit price', RTS_24, limit === null ? 'none' : priceFormatter([limit])(limit), 'limit_price'],
    ['Price currency', rts22(34), order.currency, 'currency'],
    ['Validity period', RTS_24, VALIDITY[order.time_in_force], 'time_in_force'],
    ['Decision to deal', null, recordedInstant(order.decided_at), 'decided_at'],
    ['Date and time', RTS_24, recordedInstant(order.submitted_at), 'submitted_at'],
    ['Investment decision within firm', rts22(57), formatMaker(decider), `${decidedBy}/type`, `${decidedBy}/code`],
    ['Execution within firm', rts22(59), formatMaker(executor), `${executedBy}/type`, `${executedBy}/code`],
    ['Trading capacity', rts22(29), CAPACITY[order.trading_capacity], 'trading_capacity'],
    ['Rebalance', null, order.rebalance_id, 'rebalance_id'],
    ['Portfolio', null, order.portfolio_id, 'portfolio_id'],
  ];
}

function formatMaker({ code, type }: MifidRecordWire['order']['investment_decision_maker']): string {
  return `${code} (${type})`;
}

function executionRows(execution: MifidRecordWire['execution']): FieldRow[] {
  const { quantity, price, currency, consideration, value, buyer, seller } = execution;
  const amount = `${formatMoney(value.amount)} ${value.currency}`;
  return [
    ['Transaction reference number', rts22(2), execution.transaction_reference, 'transaction_reference'],
    ['Trading venue transaction identification code', rts22(3), execution.venue_transaction_id, 'venue_transaction_id'],
    ['Trading date time', rts22(28), recordedInstant(execution.executed_at), 'executed_at'],
    ['Venue', rts22(36), execution.venue, 'venue'],
    ['Fill', null, execution.fill_id, 'fill_id'],
    ['Quantity', rts22(30), quantityFormatter([quantity])(quantity), 'quantity'],
    ['Price', rts22(33), priceFormatter([price])(price), 'price'],
    ['Price currency', rts22(34), currency, 'currency'],
    ['Consideration', null, `${formatMoney(consideration)} ${currency}`, 'consideration'],
    ['Value in the currency of the portfolio', null, amount, 'value/amount', 'value/currency'],
    ['Exchange rate', null, `${value.fx_rate} ${value.currency} for 1 ${currency}`, 'value/fx_rate'],
    ['Executing entity identification code', rts22(4), `${execution.executing_entity} (LEI)`, 'executing_entity'],
    ['Buyer identification code', rts22(7), formatParty(buyer), 'buyer/lei', 'buyer/role'],
    ['Seller identification code', rts22(16), formatParty(seller), 'seller/lei', 'seller/role'],
  ];
}

/** An LEI identifies a legal entity; the client, who is retail and a person, has a pseudonym below (decision G51). */
const PARTY = { client: 'account holder, for the client', central_counterparty: 'central counterparty' } as const;

function formatParty({ lei, role }: MifidRecordWire['execution']['buyer']): string {
  return `${lei} (LEI), ${PARTY[role]}`;
}

function suitabilityRows(part: MifidRecordWire['suitability']): FieldRow[] {
  const { reason, reservations, portfolio_volatility: ofTargets, instrument_volatility: ofInstrument } = part;
  const weights = [part.weight_before, part.weight_target, part.weight_after].map(formatPercent).join(', ');
  const why = `${recordedLabel(reason.code)}. ${reason.text}`;
  const reserved = reservations.length === 0 ? ['reservations'] : reservations.map((_, n) => `reservations/${n}`);
  return [
    ['Suitability assessment', SUITABILITY, assumed(part.assessment), 'assessment'],
    ['Method', null, recordedLabel(part.method), 'method'],
    ['Assessed at', null, recordedInstant(part.assessed_at), 'assessed_at'],
    ['Risk profile', null, `${recordedLabel(part.risk_profile)} (from the volatility of the targets)`, 'risk_profile'],
    ['Annual volatility of the targets', null, formatPercent(ofTargets), 'portfolio_volatility'],
    ['Annual volatility of the instrument', null, formatPercent(ofInstrument), 'instrument_volatility'],
    ['Type of account', null, part.account, 'account'],
    ['Weight before, target, weight after', null, weights, 'weight_before', 'weight_target', 'weight_after'],
    ['Drift threshold', null, formatPercent(part.drift_threshold), 'drift_threshold'],
    ['Reason for the order', null, why, 'reason/code', 'reason/text'],
    ['Reservations', null, reservations.join(' ') || 'none', ...reserved],
  ];
}

/** Facts that a firm would ask its client for, and that the simulation assumes for every portfolio. */
function assumed(token: string): string {
  return `${recordedLabel(token)} (assumed by the simulation)`;
}

/** `2026-03-02T09:31:07.250000Z` as `2026-03-02 09:31:07.250000 UTC`: with every digit, because it is a record. */
function recordedInstant(iso: string): string {
  return iso.replace('T', '\u00a0').replace('Z', '\u00a0UTC');
}

/** `transaction_tax` as `Transaction tax`. */
export function recordedLabel(token: string): string {
  const label = token.replaceAll('_', ' ');
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
}
