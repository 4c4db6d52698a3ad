/** `ballast help events`: lists the types of log events, or describes those that match a name (decision K137). */
import { isOfType } from '../../contract/scenario/event-patterns.ts';
import { type CataloguedEvent, readEventCatalogue } from './event-catalogue.ts';

export interface ExplainOptions {
  /** A type, or a prefix such as `order.*`; `null`: all types, each only with its sentence. */
  readonly pattern: string | null;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

export function explainEvents({ pattern, json, write }: ExplainOptions): void {
  const all = readEventCatalogue();
  const shown = pattern === null ? all : all.filter(({ type }) => isOfType(pattern, type));
  if (json) {
    const events = shown.map((event) => jsonOf(event, pattern !== null));
    write(JSON.stringify({ events }, null, 2));
  } else if (pattern === null) {
    const width = Math.max(...shown.map(({ type }) => type.length));
    for (const { type, meaning } of shown) write(`${type.padEnd(width)}  ${meaning}`);
    write('');
    write(
      '`ballast help events TYPE` shows the fields of a type with an example; `order.*` those of all that begin so.',
    );
  } else write(shown.map(eventText).join('\n\n'));
}

/** Field names as in the interface. */
function jsonOf({ type, meaning, fields, example }: CataloguedEvent, isWhole: boolean) {
  if (!isWhole) return { type, meaning };
  const written = fields.map(({ isAlways: always, values, ...field }) => {
    return { ...field, ...(values === null ? {} : { values }), always };
  });
  return { type, meaning, fields: written, example };
}

function eventText({ type, meaning, fields, example }: CataloguedEvent): string {
  const rows = fields.map((field) => [
    field.pointer,
    `${typeText(field)}${field.isAlways ? '' : ', not always'}`,
    field.meaning,
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const [first, second] = [width(0), width(1)];
  const lines = rows.map(([pointer = '', kind = '', what = '']) => {
    return `  ${pointer.padEnd(first)}  ${kind.padEnd(second)}  ${what}`;
  });
  const shown =
    example === null
      ? ['No scenario of the library logs one.']
      : [`Example, of ${example.file} at ${example.at}:`, JSON.stringify(example.data, null, 2)];
  return [type, `  ${meaning}`, '', ...lines, '', ...shown].join('\n');
}

/** With the possible texts: `number or off or null`. */
function typeText({ type, values }: CataloguedEvent['fields'][number]): string {
  return values === null ? type : type.replace('string', values.join(', '));
}
