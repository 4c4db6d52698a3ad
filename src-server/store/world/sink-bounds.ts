/**
 * Deletes the oldest requests to sinks above the limits. The requests are counted in memory, so that a new one costs
 * next to nothing.
 */
import type { SinkBounds, SinkRecord } from '../../engine/ports/sink-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';

interface SinkCounter {
  /** Whether a sink of this name exists, or another one may be created. */
  hasRoomFor(name: string): boolean;
  /** Called after the request was inserted. */
  add(record: SinkRecord): void;
  /** Called when the table changed in another way: counts again. */
  reset(): void;
}

interface SinkCounts {
  /** Requests by the name of their sink. */
  readonly counts: Map<string, number>;
  characters: number;
}

interface Row {
  readonly seq: number;
  readonly name: string;
  readonly characters: number;
}

const SIZE = 'length(body) + length(headers) + length(path)';

export function createSinkBounds(database: Pick<WorldDatabase, 'sqlite'>, most: SinkBounds): SinkCounter {
  const statements = prepare(database);
  let counted: SinkCounts | null = null;
  const drop = (now: SinkCounts, row: Row | undefined): boolean => {
    if (row === undefined) return false;
    statements.remove.run(row.seq);
    change(now, row.name, -1, -row.characters);
    return true;
  };
  return {
    reset() {
      counted = null;
    },
    hasRoomFor(name) {
      counted ??= countAll(statements);
      return counted.counts.has(name) || counted.counts.size < most.sinks;
    },
    add({ name, body, headers, path }) {
      if (counted === null) counted = countAll(statements);
      else change(counted, name, 1, body.length + path.length + JSON.stringify(headers).length);
      const now = counted;
      while ((now.counts.get(name) ?? 0) > most.requestsPerSink && drop(now, statements.oldestOf.get(name)));
      while (now.characters > most.characters && drop(now, statements.oldest.get()));
    },
  };
}

function prepare({ sqlite }: Pick<WorldDatabase, 'sqlite'>) {
  const select = `select seq, name, ${SIZE} as characters from sink_requests`;
  return {
    all: sqlite.prepare<[], { name: string; requests: number; characters: number }>(
      `select name, count(*) as requests, sum(${SIZE}) as characters from sink_requests group by name`,
    ),
    oldest: sqlite.prepare<[], Row>(`${select} order by seq limit 1`),
    oldestOf: sqlite.prepare<[string], Row>(`${select} where name = ? order by seq limit 1`),
    remove: sqlite.prepare('delete from sink_requests where seq = ?'),
  };
}

function countAll({ all }: ReturnType<typeof prepare>): SinkCounts {
  const sinks = all.all();
  return {
    counts: new Map(sinks.map(({ name, requests }) => [name, requests])),
    characters: sinks.reduce((sum, { characters }) => sum + characters, 0),
  };
}

function change(counted: SinkCounts, name: string, requests: number, characters: number): void {
  const left = (counted.counts.get(name) ?? 0) + requests;
  if (left > 0) counted.counts.set(name, left);
  else counted.counts.delete(name);
  counted.characters += characters;
}
