/**
 * Request ids (decision D1) from a seeded stream of their own. Numbers are reserved in blocks, so the response to a
 * read never waits for the disk and a restart never repeats an id; the ids are not part of the event log. If the disk
 * refuses writes, responses continue: ids beyond the reserved block are reserved as soon as it accepts a write.
 */
import { createIdFormatter } from '../../kernel/ids.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';

const BLOCK = 10_000;

interface Reservation {
  read(): number;
  write(reserved: number): void;
}

export function createRequestIds(seed: number, reservation: Reservation): () => string {
  const formatId = createIdFormatter(seed, 'rq');
  let next = reservation.read();
  let reserved = next;
  const reserve = (until: number) => {
    try {
      reservation.write(until);
      return true;
    } catch (error) {
      if (storageFailureOf(error) === null) throw error;
      return false;
    }
  };
  return () => {
    if (next >= reserved && reserve(next + BLOCK)) reserved = next + BLOCK;
    next += 1;
    return formatId(next - 1);
  };
}
