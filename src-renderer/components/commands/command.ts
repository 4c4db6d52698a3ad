/** The type of a command. The table of them is in `command-table.ts`; `use-command.ts` runs them. */

import type { AdvanceStep, ClockModeChange } from '../../api/clock-api.ts';
import type { WORLD_DIALOGS } from '../layout/use-address-dialog.ts';

/** The parts of the app that a command may use. */
export interface AppActions {
  /** Opens an address and focuses its content. */
  go(to: string): void;
  /** Opens a dialog of the whole world over the current screen. */
  ask(dialog: (typeof WORLD_DIALOGS)[number]): void;
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void;
  advance(step: AdvanceStep): void;
  stopAdvance(): void;
  setClock(change: ClockModeChange): void;
  playOrPause(): void;
  endFaults(): void;
  stopRecordings(): void;
}

/** An address to open, or a function to run. */
export type Action = string | ((app: AppActions) => void);

export interface Command {
  readonly id: string;
  readonly group: 'Go to' | 'Virtual clock' | 'Do' | 'World' | 'Appearance' | 'Help';
  readonly title: string;
  /** Other words by which it can be found. */
  readonly keywords: string;
  /** Keys pressed in sequence: `g p`, `space`; `mod+k` is Ctrl or ⌘ with K. */
  readonly keys?: string;
  /** Not listed in the palette, which would already be open. */
  readonly byKeyOnly?: true;
  readonly run: Action;
}
