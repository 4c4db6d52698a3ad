/**
 * How the screens are laid out: the rail, folded panels, columns and orders of tables. Survives a reload, with the steps
 * that led there, so that each can be undone. Nothing here is data of the world.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

export interface Layout {
  readonly isRailFolded: boolean;
  readonly foldedPanels: readonly string[];
  /** By table, ids of columns. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
  /** By table. */
  readonly sorts: Readonly<Record<string, SortOrder>>;
}

interface LayoutState {
  readonly layout: Layout;
  readonly past: readonly Layout[];
  readonly future: readonly Layout[];
  change(part: Partial<Layout>): void;
  undo(): void;
  redo(): void;
  /** A step like any other: it can be undone. */
  reset(): void;
}

const KEPT_STEPS = 30;

export const INITIAL_LAYOUT: Layout = { isRailFolded: false, foldedPanels: [], hiddenColumns: {}, sorts: {} };

export const useLayout = create<LayoutState>()(
  persist(
    (set) => {
      const step = (next: (layout: Layout) => Layout) =>
        set(({ layout, past }) => ({ layout: next(layout), past: [...past, layout].slice(-KEPT_STEPS), future: [] }));
      return {
        layout: INITIAL_LAYOUT,
        past: [],
        future: [],
        change: (part) => step((layout) => ({ ...layout, ...part })),
        undo: () => set(undone),
        redo: () => set(redone),
        reset: () => step(() => INITIAL_LAYOUT),
      };
    },
    { name: 'ballast-layout', version: 1 },
  ),
);

type Steps = Pick<LayoutState, 'layout' | 'past' | 'future'>;

function undone({ layout, past, future }: Steps): Steps {
  const before = past.at(-1);
  if (before === undefined) return { layout, past, future };
  return { layout: before, past: past.slice(0, -1), future: [layout, ...future] };
}

function redone({ layout, past, future }: Steps): Steps {
  const [next, ...later] = future;
  if (next === undefined) return { layout, past, future };
  return { layout: next, past: [...past, layout], future: later };
}
