/**
 * Decision B over HTTP, from the table that defines the order of the service: every operation gets every fault that it
 * can have, alone and with every other one that can occur with it. The first one of the table decides the response.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { CHECK_ORDER, ERROR_STATUS, type RequestCheck } from '../../src-server/contract/service/errors.ts';
import { areCompatible, endResponding, OPERATIONS, type Operation, responseTo } from './faulty-requests.ts';
import { type Claim, proves } from './proves.ts';

afterAll(endResponding);

type Row = (typeof CHECK_ORDER)[number];
const rowsOf = ({ checks }: Operation): Row[] => CHECK_ORDER.filter(({ check }) => checks.includes(check));

async function expectResponse(operation: Operation, { code }: Row, ...faults: RequestCheck[]): Promise<void> {
  const response = await responseTo(operation, ...faults);
  expect([response.status, response.error().code]).toEqual([ERROR_STATUS[code], code]);
}

/** Further claims that a pair proves. */
function decisionsOf({ name, checks }: Operation, earlier: RequestCheck, later: RequestCheck): Claim[] {
  if (earlier === 'key' && later === 'path') return ['B1'];
  if (later === 'market' && name.endsWith('/execute')) return ['B4'];
  if (!checks.includes('quota')) return [];
  return [name === '/rebalance' ? 'B3' : 'B5'];
}

for (const operation of OPERATIONS) {
  const { form, method, name } = operation;
  const rows = rowsOf(operation);
  describe(`Form ${form}: ${method} ${name}`, () => {
    test('without a fault succeeds', async () => {
      expect((await responseTo(operation)).status).toBeLessThan(300);
    });

    for (const row of rows) {
      const status = ERROR_STATUS[row.code];
      test(`${row.check} alone is ${status} ${row.code}`, proves(`7 ${status} Form ${form}`), async () => {
        await expectResponse(operation, row, row.check);
      });
    }

    const pairs = rows.flatMap((earlier, index) => rows.slice(index + 1).map((later) => [earlier, later] as const));
    for (const [earlier, later] of pairs.filter(([one, other]) => areCompatible(operation, one.check, other.check))) {
      const title = `${earlier.check} (${ERROR_STATUS[earlier.code]}) comes before ${later.check} (${ERROR_STATUS[later.code]})`;
      test(title, proves(...decisionsOf(operation, earlier.check, later.check)), async () => {
        await expectResponse(operation, earlier, earlier.check, later.check);
      });
    }
  });
}

test('every pair of neighbours occurs in at least one operation, except those that exclude each other', () => {
  const walked = CHECK_ORDER.slice(1).map(({ check }, index) => {
    const before = CHECK_ORDER[index]?.check ?? 'key';
    const both = OPERATIONS.filter(({ checks }) => checks.includes(before) && checks.includes(check));
    return [before, check, both.some((operation) => areCompatible(operation, before, check))];
  });
  // Something that does not exist has no rebalance in progress; that check precedes quota and market, which are tested.
  expect(walked.filter(([, , isWalked]) => !isWalked)).toEqual([['resource', 'conflict', false]]);
});

test('the codes of the table are those of the specification, each of them', () => {
  expect(new Set(CHECK_ORDER.map(({ code }) => code))).toEqual(new Set(Object.keys(ERROR_STATUS)));
});

test('the table says 401, 429, 404, 400, 404, 409, 402, 422, 500', () => {
  const statuses = CHECK_ORDER.map(({ code }) => ERROR_STATUS[code]);
  expect(statuses).toEqual([401, 429, 404, 400, 404, 409, 402, 422, 500]);
});
