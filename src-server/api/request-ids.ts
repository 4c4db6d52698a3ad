/**
 * Request ids (decision D1) from their own seeded stream. Numbers are reserved in blocks, so answering a read never
 * waits for the disk and a restart never gives an id twice; the ids themselves are no part of the event log.
 */
import { createIdSpeller } from '../kernel/ids.ts';

const BLOCK = 10_000;

export interface Reservation {
  read(): number;
  write(reserved: number): void;
}

export function createRequestIds(seed: number, reservation: Reservation): () => string {
  const spell = createIdSpeller(seed, 'rq');
  let next = reservation.read();
  let reserved = next;
  return () => {
    if (next >= reserved) {
      reserved = next + BLOCK;
      reservation.write(reserved);
    }
    next += 1;
    return spell(next - 1);
  };
}
