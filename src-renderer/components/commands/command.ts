/** What a command is: its words, its keys, and what it does as plain data, which `use-command.ts` carries out. */
import type { AdvanceStep, ClockModeChange } from '../../api/clock-api.ts';
import type { Overlay } from '../../state/overlay-store.ts';

export type Action =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'show'; readonly overlay: Overlay }
  | { readonly kind: 'advance'; readonly step: AdvanceStep }
  | { readonly kind: 'set-clock'; readonly change: ClockModeChange }
  | { readonly kind: 'theme'; readonly scheme: 'light' | 'dark' | 'auto' }
  | { readonly kind: 'play-or-pause' }
  | { readonly kind: 'stop-advance' }
  | { readonly kind: 'end-faults' }
  | { readonly kind: 'print-record' }
  /** A dialog of the portfolio whose page is shown. */
  | { readonly kind: 'ask-about-portfolio'; readonly dialog: 'rename' | 'delete' }
  /** A file of the service, which names it. */
  | { readonly kind: 'download'; readonly from: string }
  /** A page of the service beside the app. */
  | { readonly kind: 'open-beside'; readonly address: string }
  | { readonly kind: 'stop-recording' }
  | { readonly kind: 'focus-filter' }
  | { readonly kind: 'tour' }
  /** `undo`: the latest that a toast offers to take back, else the latest change of the layout. */
  | { readonly kind: 'layout'; readonly change: 'undo' | 'redo' | 'reset' | 'fold-rail' };

export interface Command {
  readonly id: string;
  readonly group: 'Go to' | 'Virtual clock' | 'Do' | 'World' | 'Appearance' | 'Help';
  readonly title: string;
  readonly does: Action;
  /** Keys one after the other: `g p`, `space`; `mod+k` is Ctrl or ⌘ with K. */
  readonly keys?: string;
  /** Other words that one may look for. */
  readonly words: string;
  /** Makes no sense as a choice of the palette, which is open then. */
  readonly byKeyOnly?: true;
}
