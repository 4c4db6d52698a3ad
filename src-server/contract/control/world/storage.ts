/**
 * API schemas of `/sim/storage` and `/sim/limits` (decisions L75, L76): the storage of a world, and the load of its
 * clients.
 */
import { z } from 'zod';
import { count } from '../../fields/described.ts';
import { rateLimit } from '../accounts/accounts.ts';

export const storage = z
  .strictObject({
    folder: z.string().nullable().describe('Data folder; null: everything is in memory.'),
    world: z.strictObject({ bytes: count('Size of its database in bytes.') }).describe('The world.'),
    journal: z
      .strictObject({
        bytes: z
          .int()
          .min(0)
          .nullable()
          .describe('Size of its file and the log beside it in bytes; null without a data folder.'),
        entries: count('Number of stored requests; null: the journal cannot be read now.').nullable(),
        unwritten: count('Number of requests not written to disk yet; they are written once the disk accepts them.'),
        lost: count('Number of requests since the start of the server that could not be stored.'),
        most_entries: count('Maximum number of stored requests; the oldest are deleted first. 0: none is stored.'),
        most_bytes: count('Maximum size of their text in bytes.'),
        problem: z.string().nullable().describe('Reason why the journal cannot be read now; null: it can be read.'),
      })
      .describe('The journal of requests.'),
    snapshots: z
      .strictObject({
        saved: count('Number of stored snapshots.'),
        bytes: count('Total size of the snapshots in bytes.'),
      })
      .describe('Snapshots of the world.'),
  })
  .meta({ id: 'Storage', description: 'Where the world is stored, and its size.' });
export type Storage = z.infer<typeof storage>;

export const limits = z
  .strictObject({
    window_s: count('Length of the sliding window in seconds.'),
    server: z
      .union([rateLimit, z.null()])
      .describe(
        'Maximum requests in the window for a key without a limit of its own or of its account; null: no limit.',
      ),
    keys: z
      .array(
        z
          .strictObject({
            key_id: z.string().describe('Identifier of the key.'),
            limit: rateLimit.describe('Maximum number of requests accepted in the window.'),
            used: z
              .int()
              .min(0)
              .nullable()
              .describe(
                'Number of requests accepted in the window that ends now; null: not counted, as there is no limit.',
              ),
          })
          .meta({ id: 'KeyUse', description: 'The rate limit of a key, and its use.' }),
      )
      .describe('Keys that are not revoked, oldest first.'),
  })
  .meta({ id: 'Limits', description: 'Rate limits and their current use.' });
export type Limits = z.infer<typeof limits>;
