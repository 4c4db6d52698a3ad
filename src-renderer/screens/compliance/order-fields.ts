/** The fields of a record's order, under the names that order records have (MiFIR Art. 25; RTS 24, RTS 22). Pure. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { orNone, type RecordField, RTS_24, recordedInstant, rts22 } from './record-field.ts';

type Order = MifidRecordWire['order'];

const VALIDITY = { DAVY: 'DAVY, good for the day', GTCV: 'GTCV, good till cancelled' } as const;
const CAPACITY = {
  DEAL: 'DEAL, on own account',
  MTCH: 'MTCH, matched principal',
  AOTC: 'AOTC, any other capacity',
} as const;

export function orderFields(order: Order): readonly RecordField[] {
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
