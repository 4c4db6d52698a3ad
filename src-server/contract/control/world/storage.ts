/**
 * Wire schemas of `/sim/storage` and `/sim/limits` (decisions L75, L76): what a world takes up, and how much clients
 * ask of it.
 */
import { z } from 'zod';
import { count } from '../../fields/described.ts';
import { rateLimit } from '../accounts/accounts.ts';

export const storage = z
  .strictObject({
    folder: z.string().nullable().describe('Data folder; null: everything is in memory.'),
    world: z.strictObject({ bytes: count('Size of its database.') }).describe('The world.'),
    journal: z
      .strictObject({
        bytes: z
          .int()
          .min(0)
          .nullable()
          .describe('Size of its file and the log beside it; null without a data folder.'),
        entries: count('Requests that are stored; null: the journal cannot be read now.').nullable(),
        unwritten: count('Exchanges that the disk has not taken yet; they are written once it does.'),
        lost: count('Requests since the start of the server that could not be stored.'),
        most_entries: count('The maximum number of stored requests; the oldest are deleted first. 0: none is stored.'),
        most_bytes: count('The maximum of their text in bytes.'),
        problem: z.string().nullable().describe('Why the journal cannot be read now; null: it can.'),
      })
      .describe('The journal of requests.'),
    snapshots: z
      .strictObject({ saved: count('How many are stored.'), bytes: count('Their size together.') })
      .describe('Snapshots of the world.'),
  })
  .meta({ id: 'Storage', description: 'Where the world is stored, and its size.' });
export type Storage = z.infer<typeof storage>;

export const limits = z
  .strictObject({
    window_s: count('Length of the window in seconds: any span of it counts.'),
    server: z
      .union([rateLimit, z.null()])
      .describe(
        'Requests in the window for a key that has no limit of its own, nor through its account; null: no limit.',
      ),
    keys: z
      .array(
        z
          .strictObject({
            key_id: z.string().describe('Identifier of the key.'),
            limit: rateLimit.describe('Requests in the window that are accepted.'),
            used: z
              .int()
              .min(0)
              .nullable()
              .describe('Accepted requests in the window that ends now; null: they are not counted where no limit is.'),
          })
          .meta({ id: 'KeyUse', description: 'The rate limit of a key, and its use.' }),
      )
      .describe('Keys that are not revoked, oldest first.'),
  })
  .meta({ id: 'Limits', description: 'Rate limits and how far they are used just now.' });
export type Limits = z.infer<typeof limits>;
