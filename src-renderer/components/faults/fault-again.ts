/** What sets an ended fault again, for what was left of it. Pure. What it did stays done; its hits count anew. */

import type { Schemas } from '../../api/api-client.ts';
import type { FaultView } from '../../api/faults-api.ts';
import { createInterfaceFault, createMarketFault, createWebhookFault } from './create-fault.ts';

/** The body of `POST /sim/faults`. `ended` is the fault as the service answered when it ended it. */
export function faultAgain(ended: FaultView): Schemas['CreateFault'] {
  const isCancelled = ended.status === 'cancelled';
  const extent = {
    // Ended before it began, it still begins when it was to; what had begun goes on now.
    when: { ...(isCancelled ? { from: ended.from } : {}), ...(ended.until === null ? {} : { until: ended.until }) },
    hits: {
      // Faults that are states have no share, so only one that somebody chose is said.
      ...(ended.share < 1 ? { share: ended.share } : {}),
      ...(ended.count === null ? {} : { count: Math.max(1, ended.count - ended.hits) }),
    },
  };
  switch (ended.scope) {
    case 'market':
      return createMarketFault(ended.kind, {
        ...extent,
        where: {
          ...(ended.exchange === null ? {} : { exchange: ended.exchange }),
          ...(ended.isin === null ? {} : { isin: ended.isin }),
        },
        amount: ended.added_ms ?? ended.fill_share ?? ended.delay_ms ?? ended.factor ?? ended.bps ?? Number.NaN,
        // The orders that an exchange held are lost once.
        cancelled: ended.cancel_orders === undefined ? {} : { cancel_orders: isCancelled && ended.cancel_orders },
      });
    case 'interface':
      return createInterfaceFault(ended.kind, {
        ...extent,
        match: ended.match === null ? {} : { match: ended.match },
        error: {
          code: ended.code ?? 'internal_error',
          ...(ended.message === undefined ? {} : { message: ended.message }),
          ...(ended.retry_after_s === undefined ? {} : { retry_after_s: ended.retry_after_s }),
        },
        latency: ended.latency_ms ?? { fixed: Number.NaN },
        overMs: ended.over_ms ?? Number.NaN,
        truncation: ended.keep === undefined ? {} : { keep: ended.keep },
        processed: ended.after_processing === undefined ? {} : { after_processing: ended.after_processing },
        contentType: ended.content_type ?? '',
      });
    case 'webhook':
      return createWebhookFault(ended.kind, {
        ...extent,
        match: ended.match === null ? {} : { match: ended.match },
        delay: ended.delay ?? '',
        stale: ended.age === undefined ? {} : { age: ended.age },
      });
  }
}
