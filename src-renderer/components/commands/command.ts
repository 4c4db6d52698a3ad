/** What a command is. The table of them is in `command-table.ts`; `use-command.ts` runs them. */

import type { AdvanceStep, ClockModeChange } from '../../api/clock-api.ts';
import type { WORLD_DIALOGS } from '../layout/use-address-dialog.ts';

/** What a command may use of the app around it. */
export interface AppActions {
  /** Opens an address and gives the focus to its content. */
  go(to: string): void;
  /** Opens a dialog of the whole world over the screen that is shown. */
  ask(dialog: (typeof WORLD_DIALOGS)[number]): void;
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void;
  advance(step: AdvanceStep): void;
  stopAdvance(): void;
  setClock(change: ClockModeChange): void;
  playOrPause(): void;
  endFaults(): void;
  stopRecordings(): void;
}

/** An address to open, or what to do. */
export type Action = string | ((app: AppActions) => void);

export interface Command {
  readonly id: string;
  readonly group: 'Go to' | 'Virtual clock' | 'Do' | 'World' | 'Appearance' | 'Help';
  readonly title: string;
  /** Other words by which it is found. */
  readonly keywords: string;
  /** Keys one after the other: `g p`, `space`; `mod+k` is Ctrl or ⌘ with K. */
  readonly keys?: string;
  /** Not in the palette, which is open then. */
  readonly byKeyOnly?: true;
  readonly run: Action;
}
