/** Runs what the menus, files and notifications of the desktop request, with the same commands as the keyboard. */
import '../../components/desktop/no-eval.ts';
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent } from 'react';
import type { WorldEvent } from '../../../src-server/contract/control/world/records.ts';
import { type FromPage, type ToPage, toPage } from '../../../src-server/contract/desktop.ts';
import { onRebalanceEvent } from '../../api/live-stream.ts';
import { readRebalance } from '../../api/rebalances-api.ts';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { askDesktop } from '../../components/desktop/ask-desktop.ts';
import type { DesktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { paths } from '../../paths.ts';
import { useCommand } from '../commands/use-command.ts';
import { useRunShare } from './use-run-share.ts';

const SHOWN_MS = 12_000;

export function DesktopLink({ bridge }: { readonly bridge: DesktopBridge }) {
  const run = useCommand();
  const carryOut = useEffectEvent((message: ToPage) => {
    switch (message.kind) {
      case 'command': {
        const command = COMMANDS.find(({ id }) => id === message.id);
        return command === undefined ? undefined : run(command.run);
      }
      case 'show-scenario':
        return run(paths.scenario(message.file));
      case 'show-rebalance':
        return run(message.rebalance_id === null ? paths.rebalances : paths.rebalance(message.rebalance_id));
      case 'notify': {
        const color = message.tone === 'warn' ? 'yellow' : 'blue';
        notifications.show({ message: message.text, color, autoClose: SHOWN_MS });
      }
    }
  });
  useEffect(() => {
    const forget = bridge.listen((raw) => {
      const parsed = toPage.safeParse(raw);
      if (parsed.success) carryOut(parsed.data);
    });
    void askDesktop(bridge, { kind: 'listening' }).catch(() => undefined);
    return forget;
  }, [bridge]);
  useEffect(() => {
    const news = createFinishedNews((message) => void askDesktop(bridge, message).catch(() => undefined));
    const forget = onRebalanceEvent(news.hear);
    return () => {
      forget();
      news.end();
    };
  }, [bridge]);
  const share = useRunShare();
  useEffect(() => {
    void askDesktop(bridge, { kind: 'progress', share }).catch(() => undefined);
  }, [bridge, share]);
  return null;
}

type Notify = Extract<FromPage, { kind: 'notify' }>;

/** Rebalances that end within this time are reported together. */
const BATCH_MS = 1_000;

/**
 * Notifies of rebalances that end while nobody looks at the page: one by one, or together if many end at once, as they
 * do when time is advanced. Ignores cancelled ones: the user who cancels knows.
 */
function createFinishedNews(notify: (message: Notify) => void) {
  let ended = new Map<string, boolean>();
  let timer: number | undefined;
  const flush = () => {
    timer = undefined;
    const batch = ended;
    ended = new Map();
    void newsOf(batch).then(notify, () => undefined);
  };
  return {
    hear({ type, data }: WorldEvent): void {
      const rebalanceId = data.rebalance_id;
      if (type !== 'rebalance.complete' && type !== 'rebalance.failed') return;
      if (typeof rebalanceId !== 'string' || document.hasFocus()) return;
      ended.set(rebalanceId, type === 'rebalance.complete');
      timer ??= window.setTimeout(flush, BATCH_MS);
    },
    end: () => window.clearTimeout(timer),
  };
}

async function newsOf(ended: ReadonlyMap<string, boolean>): Promise<Notify> {
  const [only] = ended;
  if (ended.size === 1 && only !== undefined) return newsOfOne(...only);
  const failed = [...ended.values()].filter((isComplete) => !isComplete).length;
  const body = `${ended.size - failed} complete, ${failed} failed.`;
  return { kind: 'notify', rebalance_id: null, title: `${ended.size} rebalances are finished`, body };
}

async function newsOfOne(rebalanceId: string, isComplete: boolean): Promise<Notify> {
  const { portfolio_label: label, rebalance } = await readRebalance(rebalanceId);
  const filled = rebalance.orders.filter(({ status }) => status === 'filled').length;
  const title = isComplete ? 'Rebalance complete' : 'Rebalance failed';
  const body = `${label.slice(0, 120)}: ${filled} of ${rebalance.orders.length} orders filled.`;
  return { kind: 'notify', rebalance_id: rebalanceId, title, body };
}
