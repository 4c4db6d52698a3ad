/** The kinds of nodes of a trace: told apart by a word and a mark, in the order from cause to effect. */
import {
  IconArrowBarToRight,
  IconFlag,
  IconInbox,
  IconMailForward,
  IconSend,
  IconTerminal2,
} from '@tabler/icons-react';
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import classes from './trace.module.css';

export type TraceKind = TraceNode['kind'];

export const TRACE_KINDS: readonly TraceKind[] = ['request', 'command', 'event', 'delivery', 'attempt', 'sink'];

const KINDS = {
  request: { word: 'request', Icon: IconArrowBarToRight },
  command: { word: 'command', Icon: IconTerminal2 },
  event: { word: 'event', Icon: IconFlag },
  delivery: { word: 'delivery', Icon: IconMailForward },
  attempt: { word: 'attempt', Icon: IconSend },
  sink: { word: 'received', Icon: IconInbox },
};

export function KindMark({ kind }: { readonly kind: TraceKind }) {
  const { word, Icon } = KINDS[kind];
  return (
    <span className={classes.traceKind} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {word}
    </span>
  );
}
