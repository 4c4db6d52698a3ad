/** What can go wrong on purpose with an attempt: asked by the dispatcher, answered by whoever keeps the faults. */

import type { Injection } from '../http-faults/http-fault.ts';
import type { DeliveryRecord } from './webhook-ports.ts';

/** What is to be broken in an attempt that is about to leave; `null`: nothing. */
export type Interference = { readonly injection: Injection } & (
  | { readonly what: 'drop' } // never sent; the service takes it for delivered: status dropped
  | { readonly what: 'delay'; readonly delayMs: number } // of virtual time
  | { readonly what: 'duplicate' } // sent twice, two attempts
  | { readonly what: 'reorder' } // the next one of its endpoint goes first
  | { readonly what: 'stale_timestamp'; readonly ageSeconds: number } // soundly signed for that time
  | { readonly what: 'bad_signature' }
  | { readonly what: 'wrong_secret'; readonly secret: string }
  | { readonly what: 'lost_acknowledgement' } // a 2xx counts as a failure, so it is sent again
);

/** Asked once for every attempt that is due, inside the transaction in which it falls due. */
export type Interfere = (delivery: DeliveryRecord, nowMs: number) => Interference | null;
