/**
 * The layout of the screens: the sidebar, collapsed panels, columns and sort orders of tables. It survives a reload
 * together with the steps that led to it, so that each can be undone.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

export interface Layout {
  readonly isSidebarCollapsed: boolean;
  readonly collapsedPanels: readonly string[];
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
  /** Can be undone, like any other step. */
  reset(): void;
}

const KEPT_STEPS = 30;

export const INITIAL_LAYOUT: Layout = { isSidebarCollapsed: false, collapsedPanels: [], hiddenColumns: {}, sorts: {} };

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
    { name: 'ballast-layout', version: 2, migrate: withNewNames },
  ),
);

/** Version 1 called the sidebar a rail, and what is collapsed folded. */
export function withNewNames(stored: unknown): LayoutState {
  const text = JSON.stringify(stored);
  return JSON.parse(
    text.replaceAll('"isRailFolded":', '"isSidebarCollapsed":').replaceAll('"foldedPanels":', '"collapsedPanels":'),
  );
}

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
