/** API schemas of faults and stubs without a hit (`?unmet=true` of `/sim/faults` and `/sim/stubs`). */
import { z } from 'zod';
import { count, faultId, text } from '../../fields/described.ts';
import { nearMisses } from '../world/journal.ts';

export const unmetQuery = {
  unmet: z
    .boolean()
    .default(false)
    .describe('True: only those without hits, with the closest requests to each in `unmet`.'),
};

const unmetFault = z
  .strictObject({
    fault_id: faultId,
    spared: count('Number of matches of the fault that were let through by `skip` or `share`.'),
    explanation: text('Reason it had no hits, and the closest requests, in sentences.'),
    near_misses: nearMisses.describe('For faults of the interface: up to five requests since it began, closest first.'),
  })
  .meta({ id: 'UnmetFault', description: 'A fault without hits.' });
export type UnmetFault = z.infer<typeof unmetFault>;

export const unmetList = z
  .array(unmetFault)
  .optional()
  .describe('With `unmet=true`: one for each of the listed faults, in the same order.');
