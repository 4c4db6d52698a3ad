/**
 * Every command that makes sense on any screen, declared once: its name, keywords, keys and action. The keyboard, the
 * list of shortcuts, the command palette and the menus of the desktop read this table.
 */
import { notifications } from '@mantine/notifications';
import { COMMAND_TITLES as TITLES } from '../../../src-server/contract/command-titles.ts';
import { listScreens, type Screen } from '../../../src-server/contract/screens.ts';
import type { AdvanceStep } from '../../api/clock-api.ts';
import { archivePath } from '../../api/journal-api.ts';
import { paths } from '../../paths.ts';
import { useLayout } from '../../state/layout-store.ts';
import { type Overlay, useOverlay } from '../../state/overlay-store.ts';
import { useTour } from '../../state/tour-store.ts';
import { dismissMessages, nextUndo, type Undoable, useUndo } from '../../state/undo-store.ts';
import type { WORLD_DIALOGS } from '../layout/use-address-dialog.ts';
import type { Action, Command } from './command.ts';
import { askAboutPortfolio, download, focusFilter, openTab, printShown } from './dom-actions.ts';

export const COMMANDS: readonly Command[] = [
  ...listScreens().flatMap(goTo),

  clock('play', TITLES.play, ({ playOrPause }) => playOrPause(), 'run start stop', 'space'),
  clock('next-event', TITLES['next-event'], advance({ until: 'next_event' }), 'forward step event', 'n'),
  clock('next-open', TITLES['next-open'], advance({ until: 'next_open' }), 'forward step', 'o'),
  clock('advance-to', TITLES['advance-to'], show('advance-to'), 'goto jump close month year rewind', 'd'),
  clock('by-minute', TITLES['by-minute'], advance({ by: '1m' }), 'forward step 1'),
  clock('by-5-minutes', 'Advance by five minutes', advance({ by: '5m' }), 'forward step'),
  clock('by-hour', TITLES['by-hour'], advance({ by: '1h' }), 'forward step 1'),
  clock('by-day', TITLES['by-day'], advance({ by: '1d' }), 'forward step 1'),
  clock('stop', TITLES.stop, ({ stopAdvance }) => stopAdvance(), 'cancel', '.'),
  clock('rate-1', 'Run the clock at 1×', runAt(1), 'real speed'),
  clock('rate-60', 'Run the clock at 60×', runAt(60), 'speed fast minute'),
  clock('rate-3600', 'Run the clock at 3600×', runAt(3600), 'speed fast hour'),
  clock('manual', 'Set the clock to manual', ({ setClock }) => setClock({ mode: 'manual' }), 'stand still'),
  clock('instant', 'Set the clock to instant', ({ setClock }) => setClock({ mode: 'instant' }), 'at once'),

  form(
    'bulk-rebalance',
    'Rebalance many portfolios…',
    paths.newBulkRebalance,
    'bulk all outside band drift mass batch selected',
  ),
  form('new-portfolio', TITLES['new-portfolio'], paths.newPortfolio(), 'create add paste csv json'),
  form('import-portfolios', 'Import portfolios…', paths.importPortfolios, 'csv file performance ghostfolio holdings'),
  form('new-instrument', 'New instrument…', paths.newInstrument, 'own fund isin add listing venue'),
  form('import-prices', 'Import prices…', paths.importPrices, 'csv file series index ecb rates history'),
  act(
    'Do',
    'book-cash-flow',
    'Book a cash flow…',
    askAboutPortfolio('cash-flow'),
    'deposit withdraw withdrawal savings plan instalment fee fees interest money cash portfolio',
  ),
  act(
    'Do',
    'edit-constraints',
    'Edit the constraints…',
    askAboutPortfolio('constraints'),
    'never sell never buy lock whole shares smallest order turnover limit gains tax budget portfolio',
  ),
  act(
    'Do',
    'set-policy',
    'Set a policy…',
    askAboutPortfolio('policy'),
    'change automatic rebalancing calendar monthly quarterly band drift cash flow portfolio',
  ),
  act(
    'Do',
    'rename-portfolio',
    TITLES['rename-portfolio'],
    askAboutPortfolio('rename'),
    'name external_id change label',
  ),
  act('Do', 'delete-portfolio', TITLES['delete-portfolio'], askAboutPortfolio('delete'), 'remove end drop'),
  form('set-wire-fault', 'Set an HTTP or webhook fault…', paths.setFault, 'break chaos error timeout'),
  form('break-market', 'Set a market fault…', paths.breakMarket, 'break something chaos outage halt price'),
  form(
    'schedule-corporate-action',
    'Schedule a corporate action…',
    paths.scheduleCorporateAction,
    'dividend split isin change delisting',
  ),
  act('Do', 'undo', 'Undo', undoLatest, 'take back revert', 'mod+z'),
  act('Do', 'end-faults', 'End all faults', ({ endFaults }) => endFaults(), 'clear chaos repair mend all'),
  form('add-endpoint', 'Add a webhook endpoint', paths.addEndpoint, 'register subscribe url'),
  form('start-recording', 'Start recording…', paths.startRecording, 'record capture session scenario yaml'),
  act('Do', 'stop-recording', 'Stop recording', (app) => app.stopRecordings(), 'record end session scenario yaml'),
  form('new-lab-run', 'Compare policies…', paths.newLabRun(), 'lab test policy frontier years paths backtest'),
  form(
    'new-exploration',
    'Explore a client…',
    paths.newExploration(),
    'explorer faults robustness chaos test client code',
  ),
  form('open-scenario', 'Open a scenario…', paths.openScenario, 'file yaml load paste upload run'),
  form('new-account', 'New account…', paths.newAccount, 'create add tier'),
  form('new-key', 'New API key…', paths.newKey, 'create add secret token'),

  act('Do', 'export-har', TITLES['export-har'], exportRequests, 'http archive download journal traffic'),
  act(
    'Do',
    'print-record',
    TITLES['print-record'],
    printShown,
    'pdf paper report mifid compliance holdings drift capital gains tax bulk orders fills save',
  ),

  form('new-world', 'New world…', paths.newWorld, 'make add parallel seed'),
  form('import-world', 'Import a world…', paths.importWorld, 'zip file load open share'),
  act('World', 'save-snapshot', TITLES['save-snapshot'], ask('save-snapshot'), 'keep state store'),
  act('World', 'snapshots', TITLES.snapshots, ask('snapshots'), 'restore load back delete state'),
  act('World', 'reset', TITLES.reset, ask('reset'), 'start again anew beginning seed'),
  act('Appearance', 'light', 'Light theme', ({ setColorScheme }) => setColorScheme('light'), 'colours'),
  act('Appearance', 'dark', 'Dark theme', ({ setColorScheme }) => setColorScheme('dark'), 'colours'),
  act('Appearance', 'auto', 'Theme: same as the system', ({ setColorScheme }) => setColorScheme('auto'), 'colours'),
  act('Appearance', 'collapse-sidebar', 'Collapse or expand the sidebar', collapseSidebar, 'narrow layout', '['),
  act('Appearance', 'redo', 'Redo the layout change', () => useLayout.getState().redo(), 'again', 'mod+shift+z'),
  act('Appearance', 'reset-layout', 'Reset the layout', () => useLayout.getState().reset(), 'columns panels sidebar'),
  act('Help', 'tour', 'Take the tour', () => useTour.getState().start(), 'introduction first steps learn start'),
  act('Help', 'dismiss-messages', 'Dismiss the messages', dismissMessages, 'toasts notifications close hide', 'q'),
  act('Help', 'shortcuts', TITLES.shortcuts, show('shortcuts'), 'keys hotkeys sheet', '?'),
  act('Help', 'docs', TITLES.docs, () => openTab('/docs'), 'help guides recipes manual decisions'),
  act('Help', 'api-docs', TITLES['api-docs'], () => openTab('/docs/api'), 'openapi swagger reference'),
  { ...act('Help', 'palette', TITLES.palette, show('palette'), '', 'mod+k'), byKeyOnly: true },
  { ...act('Help', 'filter', 'Focus the filter', focusFilter, '', '/'), byKeyOnly: true },
];

function act(
  group: Command['group'],
  id: string,
  title: string,
  run: Action,
  keywords: string,
  keys?: string,
): Command {
  return { id, group, title, run, keywords, ...(keys === undefined ? {} : { keys }) };
}

/** A screen without keywords opens one of its tabs, which are commands themselves. */
function goTo({ id, title, path, keywords, keys }: Screen): Command[] {
  return keywords === undefined ? [] : [act('Go to', id, title, path, `open view page screen ${keywords}`, keys)];
}

/** A form has an address, so its command is a link. */
function form(id: string, title: string, to: string, keywords: string): Command {
  return act('Do', id, title, to, keywords);
}

function clock(id: string, title: string, run: Action, keywords: string, keys?: string): Command {
  return act('Virtual clock', id, title, run, `time ${keywords}`, keys);
}

function advance(step: AdvanceStep): Action {
  return (app) => app.advance(step);
}

function runAt(rate: number): Action {
  return ({ setClock }) => setClock({ mode: 'realtime', rate, paused: false });
}

function show(overlay: Overlay): Action {
  return () => useOverlay.getState().show(overlay);
}

/** Opens a dialog of the whole world, over the current screen. */
function ask(dialog: (typeof WORLD_DIALOGS)[number]): Action {
  return (app) => app.ask(dialog);
}

function exportRequests(): void {
  download(archivePath({}));
}

function collapseSidebar(): void {
  const { layout, change } = useLayout.getState();
  change({ isSidebarCollapsed: !layout.isSidebarCollapsed });
}

/** If nothing can be undone, shows the reason. */
function undoLatest(): void {
  const { kind, latest } = nextUndo(useUndo.getState(), useLayout.getState());
  if (kind === 'world') latest?.undo();
  else if (kind === 'layout') useLayout.getState().undo();
  else
    notifications.show({ message: whyNotUndone(latest, useUndo.getState().whyFinal), color: 'gray', autoClose: 6_000 });
}

export function whyNotUndone(latest: Undoable | undefined, whyFinal: string | null = null): string {
  if (latest === undefined) return whyFinal ?? 'There is nothing to undo.';
  return `“${latest.done}” can no longer be undone, because the world has changed since.`;
}
