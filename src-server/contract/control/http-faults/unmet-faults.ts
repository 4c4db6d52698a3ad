/** API schemas of faults and stubs without a hit (`?unmet=true` of `/sim/faults` and `/sim/stubs`). */
import { z } from 'zod';
import { count, faultId, text } from '../../fields/described.ts';
import { nearMisses } from '../world/journal.ts';

export const unmetQuery = {
  unmet: z
    .boolean()
    .default(false)
    .describe('True: only those that were never met, with what came closest to each in `unmet`.'),
};

const unmetFault = z
  .strictObject({
    fault_id: faultId,
    spared: count('Number of matches of the fault that were let through by `skip` or `share`.'),
    explanation: text('Reason why it was not met and what came closest, in sentences.'),
    near_misses: nearMisses.describe('For faults of the interface: up to five requests since it began, closest first.'),
  })
  .meta({ id: 'UnmetFault', description: 'A fault that nothing has met.' });
export type UnmetFault = z.infer<typeof unmetFault>;

export const unmetList = z
  .array(unmetFault)
  .optional()
  .describe('With `unmet=true`: one for each of the listed faults, in the same order.');
