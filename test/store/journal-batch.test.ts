/** Records arrive in the journal's thread as they were sent, whatever is in them. */

import { expect, test } from 'vitest';
import type { JournalRecord } from '../../src-server/engine/ports/journal-port.ts';
import { JournalPacker, packRecords, unpackRecords } from '../../src-server/store/journal/journal-batch.ts';
import { fc } from '../support/draws.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyRecord: fc.Arbitrary<JournalRecord> = fc.record({
  requestId: fc.string(),
  atMs: fc.integer(),
  receivedMs: fc.double({ noNaN: true }),
  method: fc.string(),
  path: fc.string(),
  operation: maybe(fc.string()),
  form: fc.constantFrom('A' as const, 'B' as const, null),
  accountId: maybe(fc.string()),
  keyId: maybe(fc.string()),
  status: maybe(fc.integer({ min: 100, max: 599 })),
  durationMs: fc.double({ min: 0, noNaN: true }),
  injectedMs: fc.double({ min: 0, noNaN: true }),
  faultId: maybe(fc.string()),
  faultKind: maybe(fc.string()),
  latencyFaultId: maybe(fc.string()),
  keyReuse: maybe(fc.string()),
  events: maybe(fc.record({ first: fc.nat(), last: fc.nat() })),
  requestHeaders: fc.string(),
  requestBody: maybe(fc.string({ unit: 'binary' })),
  responseHeaders: fc.string(),
  responseBody: fc.string({ unit: 'binary' }),
});

test('packed records are unpacked in order', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 20 }), (records) => {
      expect(unpackRecords(structuredClone(packRecords(records)))).toEqual(records);
    }),
  );
});

test('a packer packs batch after batch, large and small, in memory of its own', () => {
  const packer = new JournalPacker();
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 5 }), fc.nat(400), fc.boolean(), (some, copies, isDropped) => {
      const group = some.flatMap((each) => [each, { ...each, responseBody: each.responseBody.repeat(copies) }]);
      for (const record of group) packer.add(record);
      if (isDropped) expect(packer.drop()).toBe(group.length);
      else {
        const batch = packer.take();
        const memory = [batch.numbers, batch.responseHeaders, batch.texts].map(({ buffer }) => buffer);
        expect(unpackRecords(structuredClone(batch, { transfer: memory }))).toEqual(group);
      }
      expect([packer.count, packer.bytes]).toEqual([0, 0]);
    }),
  );
});
