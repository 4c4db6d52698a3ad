/** Carries out what the menus, files and notifications of the desktop ask for, by the commands that the keyboard has, too. */
import { paths } from '../../paths.ts';
import '../../components/desktop/no-eval.ts';
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent } from 'react';
import { type ToPage, toPage } from '../../../src-server/contract/desktop.ts';
import { onRebalanceEvent } from '../../api/live-stream.ts';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { askDesktop } from '../../components/desktop/ask-desktop.ts';
import type { DesktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { useCommand } from '../commands/use-command.ts';
import { createFinishedNews } from './finished-news.ts';

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
        return run(rebalanceAddress(message.rebalance_id));
      case 'tell': {
        const color = message.tone === 'warn' ? 'yellow' : 'blue';
        notifications.show({ message: message.text, color, autoClose: SHOWN_MS });
      }
    }
  });
  useEffect(() => {
    const forget = bridge.listen((raw) => {
      const read = toPage.safeParse(raw);
      if (read.success) carryOut(read.data);
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
  return null;
}

function rebalanceAddress(rebalanceId: string | null): string {
  return rebalanceId === null ? paths.rebalances : paths.rebalance(rebalanceId);
}
