/** Runs what the menus, files and notifications of the desktop request, with the same commands as the keyboard. */
import '../../components/desktop/no-eval.ts';
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent } from 'react';
import type { WorldEvent } from '../../../src-server/contract/control/world/records.ts';
import { type FromPage, type ToPage, toPage } from '../../../src-server/contract/desktop.ts';
import { useClock } from '../../api/clock-api.ts';
import { onRebalanceEvent } from '../../api/live-stream.ts';
import { readRebalance } from '../../api/rebalances-api.ts';
import { useLabRuns } from '../../api/runs/lab-api.ts';
import { isSweeping, useSweeps } from '../../api/runs/sweeps-api.ts';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { askDesktop } from '../../components/desktop/ask-desktop.ts';
import type { DesktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { useRunAll } from '../../components/scenarios/run-all.ts';
import { paths } from '../../paths.ts';
import { useCommand } from '../commands/use-command.ts';

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
  return { kind: 'notify', rebalance_id: null, title: `${ended.size} rebalances have ended`, body };
}

async function newsOfOne(rebalanceId: string, isComplete: boolean): Promise<Notify> {
  const { portfolio_label: label, rebalance } = await readRebalance(rebalanceId);
  const filled = rebalance.orders.filter(({ status }) => status === 'filled').length;
  const title = isComplete ? 'Rebalance complete' : 'Rebalance failed';
  const body = `${label.slice(0, 120)}: ${filled} of ${rebalance.orders.length} orders filled.`;
  return { kind: 'notify', rebalance_id: rebalanceId, title, body };
}

/**
 * The progress of running work, as a share of 1, for the task bar: an advance of the clock, a lab run, a sweep, *Run
 * all*. Null: nothing is running.
 */
function useRunShare(): number | null {
  const progress = useClock().data?.progress ?? null;
  const labRun = useLabRuns().data?.lab_runs.find(({ status }) => isSweeping(status));
  const sweep = useSweeps().data?.sweeps.find(({ status }) => isSweeping(status));
  const { isUnderWay, planned } = useRunAll();
  const [from, to, now] = [progress?.from, progress?.to, progress?.now].map((at) => Date.parse(at ?? ''));
  const shares = [
    ...(progress === null ? [] : [partOf((now ?? 0) - (from ?? 0), (to ?? 0) - (from ?? 0))]),
    ...(labRun === undefined ? [] : [partOf(labRun.done, labRun.lives)]),
    ...(sweep === undefined ? [] : [partOf(sweep.done, sweep.jobs)]),
    ...(isUnderWay ? [partOf(planned.filter(({ durationMs }) => durationMs !== null).length, planned.length)] : []),
  ];
  return shares.length === 0 ? null : Math.min(...shares);
}

function partOf(done: number, all: number): number {
  // The task bar shows no finer steps.
  return all <= 0 ? 0 : Math.min(1, Math.max(0, Math.round((done / all) * 100) / 100));
}
