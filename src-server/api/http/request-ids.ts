/**
 * Request ids (decision D1) from their own seeded stream. Numbers are reserved in blocks, so answering a read never
 * waits for the disk and a restart never gives an id twice; the ids themselves are no part of the event log. A disk
 * that takes nothing stops no answer: what was given beyond the reserved block is reserved as soon as it takes
 * something.
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
