/** Conditions on entries of the event log, on their order, and on all of them (decisions K131 and K132). */
import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event-catalogue.ts';
import { duration, instant } from '../fields/fields.ts';
import { matcher, pointer } from '../fields/matcher.ts';
import { didYouMean } from '../fields/nearest-name.ts';
import { stepTitle } from './scenario-names.ts';

const STAR = '*';

/** Whether `pattern` is `type`, or matches its beginning: `order.*`, or `*`. */
export function isOfType(pattern: string, type: string): boolean {
  return pattern.endsWith(STAR) ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

/** Suggests the nearest type, or those of the same subject, or those with the same verb. */
export function unknownEventType({ input }: { readonly input?: unknown }): string {
  const written = typeof input === 'string' ? input : '';
  const [subject = '', what = ''] = written.split('.');
  const near = didYouMean(written, EVENT_TYPES);
  const alike = EVENT_TYPES.filter((type) => {
    const [ofType, verb = ''] = type.split('.');
    return ofType === subject || (what.length > 0 && verb.split('_').includes(what));
  });
  const listed = near === '' && alike.length > 0 ? `: event types are ${alike.join(', ')}` : near;
  return `is not an event type${listed || ': ballast help events lists them'}`;
}

/** A type of event, such as `order.filled`, or a prefix, such as `order.*`. */
export const eventType = z
  .string()
  .superRefine((type, context) => {
    if (EVENT_TYPES.some((each) => isOfType(type, each))) return;
    const message = type.includes(STAR)
      ? 'matches no event type: those of orders are order.*'
      : unknownEventType({ input: type });
    context.addIssue({ code: 'custom', message });
  })
  .meta({ anyOf: [{ enum: [...EVENT_TYPES] }, { pattern: '\\*$' }] });

const eventTypes = z
  .union([eventType, z.array(eventType).min(1)])
  .describe(
    'A type of event (`order.filled`), the beginning of types (`order.*`), or a list of these, any of which matches.',
  );

const values = (what: string) => z.record(pointer, matcher).optional().describe(what);
const within = duration.optional();

const eventPattern = z.strictObject({
  event: eventTypes,
  data: values('Values of its data, by JSON pointer.'),
  within: within.describe(
    'Maximum virtual time after the preceding event in the list; for the first event, after `since`.',
  ),
});
const never = z.strictObject({
  never: eventTypes,
  data: values('Values of its data, by JSON pointer; events with other values may occur.'),
  within: within.describe(
    'Virtual time after the preceding event in the list; by default, up to the next event in the list, or to the ' +
      'present.',
  ),
});

export const expectEventsStep = z
  .strictObject({
    title: stepTitle.optional(),
    expect_events: z
      .array(
        z.union([eventType, eventPattern, never], {
          error: 'is a type of event, { event, data, within } or { never, data, within }',
        }),
      )
      .min(1)
      .max(1000)
      .describe(
        'Events in the order in which they have to occur, each the first match after the preceding one; and events ' +
          'that must not occur in between.',
      ),
    data: values('Values that the data of all of them have, by JSON pointer, such as /rebalance_id.'),
    since: z
      .union([z.int().nonnegative(), instant, duration], {
        error: 'is the number of an event, an instant like 2026-03-02T09:30:00Z, or a duration like 1h',
      })
      .optional()
      .describe('Only entries with a larger number, from an instant on, or within the latest span of virtual time.'),
  })
  .meta({
    id: 'ExpectEventsStep',
    description: 'Checks the order of entries in the event log, and that certain entries are not among them.',
  });
export type ExpectEventsStep = z.input<typeof expectEventsStep>;

const title = stepTitle.optional().describe('Purpose of the property, as shown in reports.');
const where = values('Values that select the events to which the property applies, by JSON pointer.');

const alwaysProperty = z.union(
  [
    z
      .strictObject({
        title,
        event: eventTypes,
        where,
        data: values('Values that the data of each of them have, by JSON pointer.'),
        assert: z
          .string()
          .min(1)
          .optional()
          .describe('A condition for each of them, in which `event` is its data: `event/quantity <= 100`.'),
      })
      .refine(
        ({ data, assert }) => (data ?? assert) !== undefined,
        'has no condition: give data or assert, or use never instead of event',
      ),
    z.strictObject({ title, never: eventTypes, where }),
  ],
  { error: 'is { event, where, data, assert } or { never, where }' },
);

const eventuallyProperty = z
  .strictObject({
    title,
    event: eventTypes,
    where,
    after: z
      .strictObject({ event: eventTypes, where })
      .optional()
      .describe(
        'Events after each of which it has to occur; by default, it has to occur once after the scenario has started.',
      ),
    same: z
      .array(pointer)
      .min(1)
      .max(10)
      .optional()
      .describe('JSON pointers into the data of both events, whose values have to be the same, such as /rebalance_id.'),
    within: within.describe('Maximum virtual time until it occurs; by default, until the run ends.'),
  })
  .refine(({ same, after }) => same === undefined || after !== undefined, {
    path: ['same'],
    error: 'needs after',
  });

export const always = z
  .array(alwaysProperty)
  .max(100)
  .default([])
  .describe('Properties that hold at every event of the run; the run ends with the step in which one is violated.');
export const eventually = z
  .array(eventuallyProperty)
  .max(100)
  .default([])
  .describe('Events that have to occur, in virtual time.');
export type AlwaysProperty = z.output<typeof alwaysProperty>;
export type EventuallyProperty = z.output<typeof eventuallyProperty>;
