/**
 * Every type of event of the log with what it says: its fields with their types, as the golden logs of the library have them,
 * and the first of these events as an example (decision K137).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { fieldMeaning, RARE_FIELDS } from '../../domain/lifecycle/event-field-meanings.ts';
import { EVENT_MEANINGS } from '../../domain/lifecycle/event-meanings.ts';
import { EVENT_TYPES, type EventType } from '../../domain/lifecycle/event-types.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { EventData } from '../../kernel/event-chain.ts';
import { readGolden } from '../../scenario/compare/golden-log.ts';
import { packageRoot } from '../../system/package-root.ts';

export interface EventField {
  /** JSON pointer into its data; `0` stands for any entry of a list, `ISIN` for any ISIN: `/orders/0/isin`. */
  readonly pointer: string;
  /** As JSON has them: `string or null`. */
  readonly type: string;
  /** False where some events of the type do not have it; for a field of an object: where the object does not. */
  readonly isAlways: boolean;
  readonly meaning: string;
}

export interface CataloguedEvent {
  readonly type: EventType;
  readonly meaning: string;
  readonly fields: readonly EventField[];
  /** `null` where no golden log has one. */
  readonly example: {
    /** The golden log, from the folder of Ballast. */
    readonly file: string;
    readonly at: string;
    readonly data: EventData;
  } | null;
}

/** All types, in the order of their names. */
export function readEventCatalogue(root = packageRoot()): CataloguedEvent[] {
  const files = globSync('**/*.golden.ndjson', { cwd: join(root, LIBRARY) }).map((file) => file.replaceAll('\\', '/'));
  const logged = files.sort().flatMap((file) => {
    const { events } = readGolden(readFileSync(join(root, LIBRARY, file), 'utf8'));
    return events.map((event) => ({ file, event }));
  });
  const byType = Map.groupBy(logged, ({ event }) => event.type);
  return EVENT_TYPES.map((type) => {
    const found = byType.get(type) ?? [];
    const [first = null] = found;
    return {
      ...{ type, meaning: EVENT_MEANINGS[type] },
      fields: fieldsOf(
        type,
        found.map(({ event }) => event.data),
      ),
      example: first && {
        file: `${LIBRARY}/${first.file}`,
        at: formatInstant(first.event.atMs),
        data: first.event.data,
      },
    };
  });
}

const LIBRARY = 'fixtures/scenarios';

/** What was seen at a pointer: as what, how often, and how often there was an object that could have had it. */
interface Seen {
  readonly holder: string;
  readonly types: Set<string>;
  count: number;
}

function fieldsOf(type: EventType, all: readonly EventData[]): EventField[] {
  const seen = new Map<string, Seen>();
  const objects = new Map<string, number>();
  for (const data of all) visit(data, '', seen, objects);
  const logged = [...seen].map(([pointer, { holder, types, count }]) => {
    return { pointer, type: joined(types), isAlways: count === objects.get(holder) };
  });
  const rare = Object.entries(RARE_FIELDS[type] ?? {}).map(([pointer, of]) => ({ pointer, type: of, isAlways: false }));
  return [...logged, ...rare]
    .map((field) => ({ ...field, meaning: fieldMeaning(type, field.pointer) ?? '' }))
    .sort((left, right) => (left.pointer < right.pointer ? -1 : 1));
}

function visit(value: EventData, place: string, seen: Map<string, Seen>, objects: Map<string, number>): void {
  objects.set(place, (objects.get(place) ?? 0) + 1);
  for (const [name, member] of Object.entries(value)) {
    const pointer = `${place}/${isIsin(name) ? 'ISIN' : name}`;
    const known = seen.get(pointer) ?? { holder: place, types: new Set<string>(), count: 0 };
    seen.set(pointer, known);
    known.count += 1;
    known.types.add(typeOf(member));
    for (const each of [member].flat())
      if (typeof each === 'object' && each !== null)
        visit(each as EventData, Array.isArray(member) ? `${pointer}/0` : pointer, seen, objects);
  }
}

/** An empty list is a list of whatever others have. */
function typeOf(value: EventData[string]): string {
  if (Array.isArray(value)) return value.length === 0 ? 'array' : `array of ${typeof value[0]}s`;
  return value === null ? 'null' : typeof value;
}

function joined(types: ReadonlySet<string>): string {
  const isListOf = [...types].some((type) => type.startsWith('array of'));
  const shown = [...types].filter((type) => type !== 'null' && !(isListOf && type === 'array')).sort();
  return [...shown, ...(types.has('null') ? ['null'] : [])].join(' or ');
}
