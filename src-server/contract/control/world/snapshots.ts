/** API schemas of the world's past states under `/sim`: reset and snapshots (decisions L47 to L49). */
import { z } from 'zod';
import { at, count, text } from '../../fields/described.ts';
import { AUTOMATIC_PREFIX } from './automatic-prefix.ts';

/** Also the name of a file and a segment of a path, so it cannot contain a path or lead to another one. */
export const SNAPSHOT_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;
/** Name of the snapshot with the initial state of the world, for `POST /sim/reset`. */
export const INITIAL_SNAPSHOT = 'initial';

export const snapshotName = z
  .string()
  .regex(SNAPSHOT_NAME, 'is not a name of 1 to 64 letters, digits, dots, hyphens and underscores')
  .refine((name) => !/^\.{1,2}$/.test(name), 'is a step in a path, which no address can name')
  .refine((name) => name.toLowerCase() !== INITIAL_SNAPSHOT, 'is the name of the state that a reset goes back to')
  .meta({ description: 'Name of the snapshot.', examples: ['before-the-crash'] });

/** `POST /sim/snapshots`. */
export const saveSnapshot = z
  .strictObject({
    name: snapshotName.refine(
      (name) => !name.toLowerCase().startsWith(AUTOMATIC_PREFIX),
      `begins with ${AUTOMATIC_PREFIX}, as those do that are taken before the clock jumps`,
    ),
    replace: z.boolean().default(false).describe('True: replaces a snapshot of that name.'),
  })
  .meta({ id: 'SaveSnapshot', description: 'Name under which to save the world.' });

export const snapshot = z
  .strictObject({
    name: text('Name of the snapshot.'),
    created_at: at('Virtual time at which it was saved.'),
    saved_at: at('Time at which it was saved, by the wall clock.'),
    seed: count('Seed of the saved world.'),
    now: at('Virtual time of the saved world.'),
    events: count('Number of events in its log.'),
    head: text('Head of its hash chain, hexadecimal.'),
    bytes: count('Size of the snapshot in bytes.'),
    takes_back: z
      .record(z.string(), z.int())
      .nullable()
      .describe(
        'What restoring it undoes: the number of entries of each type that the event log has had since. Null if the world does not originate from it.',
      ),
  })
  .meta({ id: 'Snapshot', description: 'The whole world as it was at an instant.' });
export type SnapshotWire = z.infer<typeof snapshot>;

export const snapshotList = z
  .strictObject({ snapshots: z.array(snapshot).describe('Snapshots, by name.') })
  .meta({ id: 'SnapshotList', description: 'Every snapshot.' });

/** Response of `DELETE /sim/snapshots/{name}`. */
export const deletedSnapshot = z
  .strictObject({ name: text('Name of the snapshot.'), deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedSnapshot', description: 'A deleted snapshot.' });
