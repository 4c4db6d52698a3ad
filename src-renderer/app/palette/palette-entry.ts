/** What the palette can find: a command, a thing of the world, or what an identifier names. */
import type { Action } from '../../components/commands/command.ts';

export interface PaletteEntry {
  /** The same in every run of the app, because what was chosen is remembered by it. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Shown beside the title, and searched. */
  readonly detail: string;
  /** Searched, not shown. */
  readonly words: string;
  readonly keys?: string;
  readonly does: Action;
}
