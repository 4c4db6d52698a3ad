/**
 * Makes notifications of rebalances that end while nobody looks at the page: one by one, or as one where many end together,
 * as they do when time is advanced. Refuses to tell of cancelled ones: whoever cancels knows.
 */
import type { WorldEvent } from '../../../src-server/contract/control/world/records.ts';
import type { FromPage } from '../../../src-server/contract/desktop.ts';
import { readRebalance } from '../../api/rebalances-api.ts';

type Notify = Extract<FromPage, { kind: 'notify' }>;

/** What ends within this time is told together. */
const GATHER_MS = 1_000;

export function createFinishedNews(tell: (message: Notify) => void) {
  let ended = new Map<string, boolean>();
  let timer: number | undefined;
  const flush = () => {
    timer = undefined;
    const told = ended;
    ended = new Map();
    void newsOf(told).then(tell, () => undefined);
  };
  return {
    hear({ type, data }: WorldEvent): void {
      const rebalanceId = data.rebalance_id;
      if (type !== 'rebalance.complete' && type !== 'rebalance.failed') return;
      if (typeof rebalanceId !== 'string' || document.hasFocus()) return;
      ended.set(rebalanceId, type === 'rebalance.complete');
      timer ??= window.setTimeout(flush, GATHER_MS);
    },
    end: () => window.clearTimeout(timer),
  };
}

async function newsOf(ended: ReadonlyMap<string, boolean>): Promise<Notify> {
  const [only] = ended;
  if (ended.size === 1 && only !== undefined) return newsOfOne(...only);
  const failed = [...ended.values()].filter((isComplete) => !isComplete).length;
  const body = `${ended.size - failed} complete, ${failed} failed.`;
  return { kind: 'notify', rebalance_id: null, title: `${ended.size} rebalances have ended`, body };
}

async function newsOfOne(rebalanceId: string, isComplete: boolean): Promise<Notify> {
  const { portfolio_label: label, rebalance } = await readRebalance(rebalanceId);
  const filled = rebalance.orders.filter(({ status }) => status === 'filled').length;
  const title = isComplete ? 'Rebalance complete' : 'Rebalance failed';
  const body = `${label.slice(0, 120)}: ${filled} of ${rebalance.orders.length} orders filled.`;
  return { kind: 'notify', rebalance_id: rebalanceId, title, body };
}
