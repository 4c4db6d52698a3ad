/** Wire schemas of what happened and what was said (decisions L1, L3, L6): event log, journal and sinks under `/sim`. */
import { z } from 'zod';
import { at, count, real, requestId, text } from './described.ts';

/** Answer of `ANY /sim/sink[/{name}]`. */
export const received = z
  .strictObject({ received: z.literal(true).describe('Always true.') })
  .meta({ id: 'Received', description: 'Whatever came was recorded.' });

export const sinkList = z
  .strictObject({
    sinks: z
      .array(z.strictObject({ name: text('Name of the sink.'), received: count('Requests so far.') }))
      .describe('By name.'),
  })
  .meta({ id: 'SinkList', description: 'Built-in receivers of webhooks that received something.' });
export const sinkView = z
  .strictObject({
    name: text('Name of the sink.'),
    requests: z
      .array(
        z
          .strictObject({
            received_at: at('When it came.'),
            method: text('HTTP method.'),
            path: text('Path with its query.'),
            headers: z.record(z.string(), z.string()).describe('Headers as they came.'),
            body: text('Body as it came.'),
            signature_valid: z.boolean().nullable().describe('null: no endpoint of this world points here'),
          })
          .meta({ id: 'SinkRequest', description: 'A request as it came.' }),
      )
      .describe('The latest ones, oldest first.'),
  })
  .meta({ id: 'Sink', description: 'What a sink received.' });

export const worldEvent = z
  .strictObject({
    seq: count('Number, from 1.'),
    at: at('When.'),
    type: text('Type of the event.'),
    data: z.record(z.string(), z.unknown()).describe('Its fields, by type.'),
    hash: text('SHA-256 over it and the hash before it, hexadecimal.'),
  })
  .meta({ id: 'WorldEvent', description: 'An entry of the event log.' });
export type WorldEvent = z.infer<typeof worldEvent>;
export const eventList = z
  .strictObject({ events: z.array(worldEvent).describe('Oldest first.') })
  .meta({ id: 'EventList', description: 'Part of the event log.' });

export const journalEntry = z
  .strictObject({
    seq: count('Number, from 1.'),
    request_id: requestId,
    at: at('When.'),
    method: text('HTTP method.'),
    path: text('Path with its query.'),
    form: z.enum(['A', 'B']).nullable().describe('Form of the base; null on the base of both.'),
    status: count('HTTP status of the answer.'),
    duration_ms: real('Milliseconds, host time.'),
    request_body: z.string().nullable().describe('Body of the request; null without one.'),
    response_body: text('What was answered.'),
  })
  .meta({ id: 'JournalEntry', description: 'A request of the simulated service and its answer.' });
export const journalList = z
  .strictObject({ entries: z.array(journalEntry).describe('Latest first.') })
  .meta({ id: 'JournalList', description: 'What was said between clients and the simulated service.' });
