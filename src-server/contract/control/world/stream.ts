/**
 * Messages of `GET /sim/stream` (decisions L7, L50, L51, L129): server-sent events, each with an `id:` for
 * reconnecting.
 */
import { z } from 'zod';
import { at, count, text } from '../../fields/described.ts';
import type { DeliverySummary } from '../webhooks/webhooks.ts';
import type { ClockWire } from './clock.ts';
import type { JournalNotice } from './journal.ts';
import type { WorldEvent } from './records.ts';

/** Topics that a subscriber can choose; all subscribers receive `reset` and `gap`. */
export const STREAM_TOPICS = [
  'clock',
  'market',
  'rebalance',
  'fill',
  'world',
  'request',
  'delivery',
  'control',
  'progress',
] as const;
export type StreamTopic = (typeof STREAM_TOPICS)[number];

/** Reports a change outside the world, which has no event: faults of the interface, recordings, runs, sinks, limits. */
export const controlNotice = z
  .strictObject({
    method: text('HTTP method.'),
    path: text('Path, without the query string.'),
  })
  .meta({
    id: 'ControlNotice',
    description: 'A processed request to the control plane that may have changed something.',
  });
export type ControlNotice = z.infer<typeof controlNotice>;

export const runProgress = z
  .strictObject({
    kind: z.enum(['scenario_run', 'sweep', 'lab_run', 'exploration']).describe('What is running.'),
    id: text('Identifier of the run.'),
    status: text('Status of the run, as its view has it.'),
    done: count('Finished steps of a scenario, jobs of a sweep or lab run, single faults of an exploration.'),
    total: count('Number of all of these, as far as it is known.'),
  })
  .meta({ id: 'RunProgress', description: 'A run beside the world has begun, gone on or ended.' });
export type RunProgress = z.infer<typeof runProgress>;

/** Another state of the world has replaced the current one: values that a subscriber read before are invalid. */
export const streamReset = z
  .strictObject({
    cause: z
      .enum(['reset', 'restored'])
      .describe('`reset`: to its state when it was created. `restored`: from a snapshot.'),
    snapshot: z.string().nullable().describe('Name of the snapshot; null after a reset.'),
    now: at('Current virtual time.'),
    events: count('Number of events in the log.'),
    head: text('Head of the hash chain, hexadecimal.'),
  })
  .meta({ id: 'StreamReset', description: 'The world was reset or restored.' });
export type StreamReset = z.infer<typeof streamReset>;

/** Not every missed message is still available: read the views. */
export const streamGap = z
  .strictObject({
    after: text('The `Last-Event-ID` with which the subscriber reconnected.'),
    reason: z
      .enum(['too_old', 'unknown_id'])
      .describe('`too_old`: more messages followed than are stored. `unknown_id`: this server never assigned the id.'),
  })
  .meta({ id: 'StreamGap', description: 'Messages that a subscriber missed and can no longer receive.' });
export type StreamGap = z.infer<typeof streamGap>;

/** The `event:` names with the shapes of their `data:`. */
export interface StreamMessages {
  clock: ClockWire;
  /** `market.*`, `exchange.*` and `fault.*` of the event log. */
  market: WorldEvent;
  /** `rebalance.*`. */
  rebalance: WorldEvent;
  /** `order.filled`. */
  fill: WorldEvent;
  /** All other entries of the event log. */
  world: WorldEvent;
  request: JournalNotice;
  delivery: DeliverySummary;
  control: ControlNotice;
  /** Progress of runs apart from the world, at most twice a second each, and at their beginning and end. */
  progress: RunProgress;
  reset: StreamReset;
  gap: StreamGap;
}

const topicList = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(STREAM_TOPICS)).min(1));

/** Query of `GET /sim/stream`, as parsed. */
export const streamQuery = z.strictObject({ topics: topicList.optional() });

/** The same for the documents, which cannot describe a list in one text. */
export const documentedStreamQuery = z.strictObject({
  topics: z
    .string()
    .optional()
    .meta({
      description: `Topics, separated by commas: ${STREAM_TOPICS.join(', ')}. If left out, all of them.`,
      examples: ['clock,fill'],
    }),
});
