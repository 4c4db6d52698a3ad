/**
 * The layout of the screens: the sidebar, collapsed panels, columns, sort orders and saved views of tables. It survives
 * a reload together with its undo steps.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** A saved state of a list: its filters, its order, and its columns. */
export interface SavedView {
  readonly name: string;
  /** The address of the list; null for a table whose screen shows one entity, such as the orders of a rebalance. */
  readonly path: string | null;
  /** The filters as the query of an address. */
  readonly search: string;
  /** Text of the filter. */
  readonly filterText: string;
  /** Null: the default order. */
  readonly sort: SortOrder | null;
  readonly hiddenColumns: readonly string[];
  readonly columnOrder: readonly string[];
}

export interface Layout {
  readonly isSidebarCollapsed: boolean;
  readonly collapsedPanels: readonly string[];
  /** By table, ids of columns. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
  /** By table, ids of columns. */
  readonly columnOrders: Readonly<Record<string, readonly string[]>>;
  /** By table. */
  readonly sorts: Readonly<Record<string, SortOrder>>;
  /** By table. */
  readonly views: Readonly<Record<string, readonly SavedView[]>>;
  /** By table, the name of the saved view that was chosen last. */
  readonly chosenViews: Readonly<Record<string, string>>;
}

interface LayoutState {
  readonly layout: Layout;
  readonly past: readonly Layout[];
  readonly future: readonly Layout[];
  change(part: Partial<Layout>): void;
  undo(): void;
  redo(): void;
  /** Saved views stay. Can be undone, like any other step. */
  reset(): void;
}

const MAX_UNDO_STEPS = 30;

export const INITIAL_LAYOUT: Layout = {
  isSidebarCollapsed: false,
  collapsedPanels: [],
  hiddenColumns: {},
  columnOrders: {},
  sorts: {},
  views: {},
  chosenViews: {},
};

export const useLayout = create<LayoutState>()(
  persist(
    (set) => {
      const step = (next: (layout: Layout) => Layout) =>
        set(({ layout, past }) => ({
          layout: next(layout),
          past: [...past, layout].slice(-MAX_UNDO_STEPS),
          future: [],
        }));
      return {
        layout: INITIAL_LAYOUT,
        past: [],
        future: [],
        change: (part) => step((layout) => ({ ...layout, ...part })),
        undo: () => set(undone),
        redo: () => set(redone),
        reset: () => step(({ views }) => ({ ...INITIAL_LAYOUT, views })),
      };
    },
    { name: 'ballast-layout', version: 3, storage: rememberedStorage(), migrate: fromOlderVersion },
  ),
);
remember(useLayout);

/** Version 1 called the sidebar a rail, and collapsed parts folded; before version 3, there were no views. */
export function fromOlderVersion(stored: unknown): Steps {
  const text = JSON.stringify(stored);
  const { layout, past, future }: Steps = JSON.parse(
    text.replaceAll('"isRailFolded":', '"isSidebarCollapsed":').replaceAll('"foldedPanels":', '"collapsedPanels":'),
  );
  const whole = (each: Layout) => ({ ...INITIAL_LAYOUT, ...each });
  return { layout: whole(layout), past: past.map(whole), future: future.map(whole) };
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
