/** The page of a record: every field of the record once, under its name, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { RecordField } from '../../../src-renderer/screens/compliance/record-groups.ts';
import { recordGroups } from '../../../src-renderer/screens/compliance/record-groups.ts';
import { exampleOf } from '../../../src-server/contract/openapi/examples.ts';
import { mifidRecord } from '../../../src-server/contract/service/mifid.ts';
import { proves } from '../../conformance/proves.ts';

const record = mifidRecord.parse(exampleOf('form-a', 'getMifidRecord')?.response);

/** Pointers to every value of a JSON document: those that are not objects, and empty lists. */
function leaves(part: unknown, pointer = ''): string[] {
  if (typeof part !== 'object' || part === null) return [pointer];
  const members = Object.entries(part);
  if (members.length === 0) return [pointer];
  return members.flatMap(([key, member]) => leaves(member, `${pointer}/${key}`));
}

/** The costs are a table, and the law of a group is its second line. */
const isElsewhere = (pointer: string) => pointer.startsWith('/costs_and_charges/') || pointer.endsWith('/legal_basis');

const fieldsOf = (of: typeof record): readonly RecordField[] => recordGroups(of).flatMap(({ fields }) => fields);

describe('the groups of a record', () => {
  it('show every field of it exactly once', () => {
    const shown = fieldsOf(record).flatMap(({ paths }) => paths);
    expect(shown.toSorted()).toEqual(
      leaves(record)
        .filter((pointer) => !isElsewhere(pointer))
        .toSorted(),
    );
  });

  it('do so with reservations and without unknown values', () => {
    const { order, client, suitability } = record;
    const sparse = {
      ...record,
      order: { ...order, instrument_name: null, instrument_classification: null, limit_price: null },
      client: { ...client, country: null },
      suitability: { ...suitability, reservations: ['It is kept in GBP.', 'It is not eligible.'] },
    };
    const fields = fieldsOf(sparse);
    expect(fields.flatMap(({ paths }) => paths).toSorted()).toEqual(
      leaves(sparse)
        .filter((pointer) => !isElsewhere(pointer))
        .toSorted(),
    );
    const shownAt = (path: string) => fields.find(({ paths }) => paths.includes(path))?.value;
    expect(shownAt('/order/instrument_name')).toBe('not known');
    expect(shownAt('/order/limit_price')).toBe('none');
    expect(shownAt('/client/country')).toBe('not known');
    expect(shownAt('/suitability/reservations/1')).toBe('It is kept in GBP. It is not eligible.');
  });

  it('call the party with the LEI a legal entity, and the retail client a person by a pseudonym', proves('G51'), () => {
    const shownAt = (path: string) => fieldsOf(record).find(({ paths }) => paths.includes(path));
    const sides = ['/execution/buyer/role', '/execution/seller/role'].map((path) => shownAt(path)?.value ?? '');
    expect(sides.map((side) => side.replace(/^\S+ /, '')).toSorted()).toEqual([
      '(LEI), account holder, for the client',
      '(LEI), central counterparty',
    ]);
    expect(shownAt('/client/client_id')).toMatchObject({ name: 'Client (a person is shown by a pseudonym)' });
    expect(shownAt('/client/category')?.value).toBe('Retail (assumed by the simulation)');
    expect(shownAt('/suitability/assessment')?.value).toBe('Suitable (assumed by the simulation)');
  });

  it('name each group’s law, and show times to the recorded microsecond', () => {
    expect(recordGroups(record).map(({ legalBasis }) => legalBasis)).toEqual([
      record.order.legal_basis,
      record.execution.legal_basis,
      record.suitability.legal_basis,
      expect.stringContaining('five years'),
    ]);
    const executed = fieldsOf(record).find(({ name }) => name === 'Trading date time');
    expect(executed?.value.replaceAll('\u00a0', ' ')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC$/);
  });
});
