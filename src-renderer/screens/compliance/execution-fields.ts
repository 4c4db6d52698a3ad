/** The fields of a record's execution, under the names of a transaction report (MiFIR Art. 25; RTS 22). Pure. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { formatMoney, priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { type RecordField, recordedInstant, rts22 } from './record-field.ts';

type Execution = MifidRecordWire['execution'];

export function executionFields(execution: Execution): readonly RecordField[] {
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
