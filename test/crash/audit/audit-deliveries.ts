/**
 * Checks that each event with a webhook reaches the receiver: none is lost, and none is sent more often than its
 * attempts and the kills allow.
 */
import type { Receiver } from '../receiver.ts';
import { type Read, rowsOf } from './read-rows.ts';

interface Counted {
  /** Ids of the events for which the log announces a webhook. */
  readonly announced: ReadonlySet<string>;
  /** Ids in abandoned histories. */
  readonly formerly: ReadonlySet<string>;
  readonly kills: number;
}

export async function auditDeliveries(read: Read, receiver: Receiver, counted: Counted): Promise<string[]> {
  const faults: string[] = [];
  const attempts = new Map<string, number>();
  for (const delivery of await rowsOf(read, '/deliveries', 'deliveries')) {
    if (delivery.url !== receiver.url || delivery.test === true) continue;
    const id = String(delivery.event_id);
    if (attempts.has(id)) faults.push(`the event ${id} has two deliveries`);
    attempts.set(id, Number(delivery.attempts));
    if (delivery.status === 'succeeded' && !receiver.taken.has(id))
      faults.push(`the delivery of ${id} counts as succeeded, and the receiver never had it`);
    if (delivery.status === 'failed') faults.push(`the delivery of ${id} has failed, and its receiver takes it`);
  }
  for (const id of counted.announced) if (!attempts.has(id)) faults.push(`the event ${id} has no delivery`);
  for (const [id, times] of receiver.taken) {
    const most = (attempts.get(id) ?? 0) + counted.kills;
    const isKnown = attempts.has(id) || counted.formerly.has(id);
    if (!isKnown) faults.push(`the receiver had ${id}, which no log announces`);
    else if (attempts.has(id) && times > most && !counted.formerly.has(id))
      faults.push(`the receiver had ${id} ${times} times: ${attempts.get(id)} attempts and ${counted.kills} kills`);
  }
  return faults;
}
