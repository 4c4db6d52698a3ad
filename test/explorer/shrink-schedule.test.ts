/**
 * Tests the shrinking of schedules (decision Q4): every remaining fault is needed and as mild as possible, after few
 * trials.
 */

import { describe, expect, test } from 'vitest';
import { shrinkSchedule } from '../../src-server/explorer/shrink-schedule.ts';
import { fc } from '../support/draws.ts';

interface Fault {
  readonly name: number;
  readonly severity: number;
}

const fault = (name: number, severity = 1): Fault => ({ name, severity });
const milderOf = ({ name, severity }: Fault) => Array.from({ length: severity }, (_, milder) => fault(name, milder));
const names = (faults: readonly Fault[]) => faults.map(({ name }) => name);

/** Breaks if all of `needed` are there, each at least that severe. */
async function shrunk(all: readonly Fault[], needed: readonly Fault[]) {
  const tried: (readonly Fault[])[] = [];
  const result = await shrinkSchedule(
    all,
    async (candidate) => {
      tried.push(candidate);
      return needed.every((one) =>
        candidate.some(({ name, severity }) => name === one.name && severity >= one.severity),
      );
    },
    milderOf,
  );
  return { result, tried };
}

describe('a schedule that breaks a client', () => {
  test('is reduced to the faults that it needs, in their order and each as mild as possible', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ name: fc.nat(99), severity: fc.nat(5) }), {
          minLength: 1,
          maxLength: 30,
          selector: ({ name }) => name,
        }),
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.nat(5)),
        async (all, draws, severities) => {
          const chosen = all.filter(() => draws.next().value === true);
          const needed = (chosen.length === 0 ? all.slice(0, 1) : chosen).map(({ name, severity }) =>
            fault(name, Math.min(severity, severities.next().value ?? 0)),
          );
          const { result, tried } = await shrunk(all, needed);
          expect(result).toEqual(needed);
          expect(tried.every((candidate) => candidate.length > 0)).toBe(true);
        },
      ),
    );
  });

  test('becomes 1-minimal, also where faults mask each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 }), fc.nat(30), async (all, salt) => {
        // Breaks by a rule that no search could use; the whole schedule breaks.
        const breaks = (candidate: readonly number[]) =>
          candidate.length === all.length || candidate.reduce((sum, each) => sum * 31 + each + salt, 7) % 3 === 0;
        const result = await shrinkSchedule(
          all,
          async (candidate) => breaks(candidate),
          () => [],
        );
        expect(breaks(result)).toBe(true);
        if (result.length > 1)
          for (const index of result.keys()) expect(breaks(result.toSpliced(index, 1)), String(result)).toBe(false);
      }),
    );
  });

  test('with one cause among many is shrunk in few trials', async () => {
    const all = Array.from({ length: 64 }, (_, name) => fault(name));
    const { result, tried } = await shrunk(all, [fault(37, 1)]);
    expect(names(result)).toEqual([37]);
    expect(tried.length).toBeLessThan(20);
  });

  test('of one fault is tried only with milder ones', async () => {
    const { result, tried } = await shrunk([fault(1, 3)], [fault(1, 2)]);
    expect(result).toEqual([fault(1, 2)]);
    expect(tried).toEqual([[fault(1, 0)], [fault(1, 1)], [fault(1, 2)], [fault(1, 0)], [fault(1, 1)]]);
  });
});
