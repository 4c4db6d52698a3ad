/**
 * Holds what sinks store to its bounds: counts in memory what is there, so that a request pays next to nothing for it, and
 * removes what is oldest. Counts anew where it has to forget.
 */
import type { SinkBounds, SinkRecord } from '../../engine/ports/sink-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';

export interface SinkUsage {
  /** Whether another name than those that are known can be taken. */
  hasRoomFor(name: string): boolean;
  /** To be called when the request is in the table. */
  count(record: SinkRecord): void;
  /** To be called when the table changed in another way. */
  forget(): void;
}

interface Kept {
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

export function createSinkBounds(database: Pick<WorldDatabase, 'sqlite'>, most: SinkBounds): SinkUsage {
  const statements = prepare(database);
  let kept: Kept | null = null;
  const drop = (now: Kept, row: Row | undefined): boolean => {
    if (row === undefined) return false;
    statements.remove.run(row.seq);
    add(now, row.name, -1, -row.characters);
    return true;
  };
  return {
    forget() {
      kept = null;
    },
    hasRoomFor(name) {
      kept ??= countAll(statements);
      return kept.counts.has(name) || kept.counts.size < most.sinks;
    },
    count({ name, body, headers, path }) {
      if (kept === null) kept = countAll(statements);
      else add(kept, name, 1, body.length + path.length + JSON.stringify(headers).length);
      const now = kept;
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

function countAll({ all }: ReturnType<typeof prepare>): Kept {
  const sinks = all.all();
  return {
    counts: new Map(sinks.map(({ name, requests }) => [name, requests])),
    characters: sinks.reduce((sum, { characters }) => sum + characters, 0),
  };
}

function add(kept: Kept, name: string, requests: number, characters: number): void {
  const left = (kept.counts.get(name) ?? 0) + requests;
  if (left > 0) kept.counts.set(name, left);
  else kept.counts.delete(name);
  kept.characters += characters;
}
