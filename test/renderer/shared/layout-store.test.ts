/** The layout of the screens as a history: every change can be undone and redone, and so can the reset. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fromOlderVersion, INITIAL_LAYOUT, useLayout } from '../../../src-renderer/state/layout-store.ts';
import { proves } from '../../conformance/proves.ts';

const state = () => useLayout.getState();

describe('the layout', () => {
  beforeEach(() => useLayout.setState({ layout: INITIAL_LAYOUT, past: [], future: [] }));

  it('goes back and forth, step by step', proves('L78'), () => {
    state().change({ isSidebarCollapsed: true });
    state().change({ collapsedPanels: ['market/faults'] });
    state().undo();
    expect(state().layout).toEqual({ ...INITIAL_LAYOUT, isSidebarCollapsed: true });
    state().undo();
    expect(state().layout).toEqual(INITIAL_LAYOUT);
    state().redo();
    state().redo();
    expect(state().layout).toEqual({ ...INITIAL_LAYOUT, isSidebarCollapsed: true, collapsedPanels: ['market/faults'] });
  });

  it('does not change where there is nothing to undo or to redo', () => {
    state().undo();
    state().redo();
    expect(state().layout).toEqual(INITIAL_LAYOUT);
  });

  it('that was changed after an undo has nothing to redo', () => {
    state().change({ isSidebarCollapsed: true });
    state().undo();
    state().change({ collapsedPanels: ['market/pins'] });
    state().redo();
    expect(state().layout).toEqual({ ...INITIAL_LAYOUT, collapsedPanels: ['market/pins'] });
  });

  it('is reset by a step that can be undone', proves('L78'), () => {
    state().change({ isSidebarCollapsed: true });
    state().reset();
    expect(state().layout).toEqual(INITIAL_LAYOUT);
    state().undo();
    expect(state().layout.isSidebarCollapsed).toBe(true);
  });

  it('retains its latest 30 steps', proves('L78'), () => {
    for (let step = 0; step < 40; step += 1) state().change({ collapsedPanels: [`panel-${step}`] });
    for (let step = 0; step < 40; step += 1) state().undo();
    expect(state().layout.collapsedPanels).toEqual(['panel-9']);
  });
});

it('reads what older versions stored, under other names and without views', () => {
  const layout = { isRailFolded: true, foldedPanels: ['market/pins'], hiddenColumns: {}, sorts: {} };
  const read = { ...INITIAL_LAYOUT, isSidebarCollapsed: true, collapsedPanels: ['market/pins'] };
  expect(fromOlderVersion({ layout, past: [layout], future: [] })).toMatchObject({ layout: read, past: [read] });
});
