/**
 * Every type of log event with its fields, as in its schema, and the first such event in the golden logs of the library
 * as an example (decision K137).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, type EventType, eventMeaning } from '../../domain/events/event-catalogue.ts';
import { type EventField, listEventFields } from '../../domain/events/list-event-fields.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { EventData } from '../../kernel/event-chain.ts';
import { readGolden } from '../../scenario/compare/golden-log.ts';
import { packageRoot } from '../../system/package-root.ts';

export interface CataloguedEvent {
  readonly type: EventType;
  readonly meaning: string;
  readonly fields: readonly EventField[];
  /** `null` if no golden log has one. */
  readonly example: {
    /** The golden log, relative to the folder of Ballast. */
    readonly file: string;
    readonly at: string;
    readonly data: EventData;
  } | null;
}

/** All types, sorted by name. */
export function readEventCatalogue(root = packageRoot()): CataloguedEvent[] {
  const examples = new Map<string, NonNullable<CataloguedEvent['example']>>();
  const files = globSync('**/*.golden.ndjson', { cwd: join(root, LIBRARY) }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.sort()) {
    const { events } = readGolden(readFileSync(join(root, LIBRARY, file), 'utf8'));
    for (const { type, atMs, data } of events) {
      if (!examples.has(type)) examples.set(type, { file: `${LIBRARY}/${file}`, at: formatInstant(atMs), data });
    }
  }
  return EVENT_TYPES.map((type) => ({
    type,
    meaning: eventMeaning(type),
    fields: listEventFields(type),
    example: examples.get(type) ?? null,
  }));
}

const LIBRARY = 'fixtures/scenarios';
