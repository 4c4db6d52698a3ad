/** A record in the groups in which the laws ask for it; the costs are a table of their own. Leaves no field out. Pure. */
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { executionFields } from './execution-fields.ts';
import { orderFields } from './order-fields.ts';
import { type RecordGroup, recordedInstant, recordedWord } from './record-field.ts';
import { clientFields, suitabilityFields } from './suitability-fields.ts';

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
