/**
 * Undoes the ending of faults: each is set again for its remaining time. Its past effects stay; hits are counted from
 * 0.
 */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { FaultView } from '../../../src-server/contract/control/market/faults.ts';
import { setFault } from '../../api/faults-api.ts';
import type { Undoing } from '../feedback/show-undoable.tsx';
import { omitEmpty } from '../forms/omit-empty.ts';
import { amountOf, FAULT_KINDS } from './fault-kinds.ts';
import { INTERFACE_KINDS, WEBHOOK_KINDS } from './wire-fault-kinds.ts';

/** Null if there are none. `ended`: the faults as the service returned them. */
export function faultsUndoing(ended: readonly FaultView[]): Undoing | null {
  if (ended.length === 0) return null;
  const isOne = ended.length === 1;
  return {
    doing: isOne ? 'Setting the fault again' : 'Setting the faults again',
    run: async () => {
      // One after the other, so that their order stays the same.
      for (const fault of ended) await setFault(faultAgain(fault));
    },
    undone: isOne
      ? 'The fault is active again for its remaining time or hits.'
      : `${ended.length} faults are set again for their remaining time or hits.`,
  };
}

const FALLBACK_RESPONSE = { status: 500, headers: {}, template: false };

/**
 * The body of `POST /sim/faults` that repeats a fault that has ended: all of it, with the same duration, from now on.
 */
export function faultAnew(over: FaultView): ControlBody<'POST /faults'> {
  const { from, until } = over;
  const fresh = over.scope === 'market' ? over : { ...over, chances: 0 };
  const body = faultAgain({ ...fresh, status: 'over', until: null, hits: 0 });
  return until === null ? body : { ...body, for: `${Date.parse(until) - Date.parse(from)}ms` };
}

/** The body of `POST /sim/faults`. `ended` is the fault as the service returned it when it ended. */
export function faultAgain(ended: FaultView): ControlBody<'POST /faults'> {
  const isCancelled = ended.status === 'cancelled';
  const extent = {
    // A fault that was ended before its start still starts at its planned time; one that had started resumes now.
    when: omitEmpty({ from: isCancelled ? ended.from : null, until: ended.until }),
    hits: omitEmpty({
      // Faults that are states have no share, so only a chosen share is sent.
      share: ended.share < 1 ? ended.share : null,
      count: ended.count === null ? null : Math.max(1, ended.count - ended.hits),
    }),
  };
  const left = ended.scope === 'market' ? 0 : Math.max(0, ended.skip - ended.chances);
  const wire = { when: extent.when, hits: { ...extent.hits, ...(left === 0 ? {} : { skip: left }) } };
  switch (ended.scope) {
    case 'market': {
      const { kind, exchange, isin, cancel_orders: losesOrders } = ended;
      return FAULT_KINDS[kind].body({
        ...extent,
        where: omitEmpty({ exchange, isin }),
        amount: amountOf(ended) ?? Number.NaN,
        // The orders at an exchange are lost only once.
        cancelled: losesOrders === undefined ? {} : { cancel_orders: isCancelled && losesOrders },
      });
    }
    case 'interface': {
      const {
        kind,
        match,
        code = 'internal_error',
        message,
        retry_after_s,
        keep: retainedShare,
        after_processing,
      } = ended;
      return INTERFACE_KINDS[kind].body({
        ...wire,
        match: omitEmpty({ match }),
        error: { code, ...omitEmpty({ message, retry_after_s }) },
        latency: ended.latency_ms ?? { fixed: Number.NaN },
        overMs: ended.over_ms ?? Number.NaN,
        truncation: omitEmpty({ keep: retainedShare }),
        processed: omitEmpty({ after_processing }),
        contentType: ended.content_type ?? '',
        stub: {
          answer: ended.answer ?? FALLBACK_RESPONSE,
          ...omitEmpty({ before: ended.before, delay_ms: ended.delay_ms, priority: ended.priority }),
        },
      });
    }
    case 'webhook': {
      const { kind, match, delay = '', age } = ended;
      return WEBHOOK_KINDS[kind].body({ ...wire, match: omitEmpty({ match }), delay, stale: omitEmpty({ age }) });
    }
  }
}
