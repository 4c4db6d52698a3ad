/**
 * Every command of the app that makes sense on any screen: its words, its keys and what it does. The keyboard, the sheet
 * of shortcuts and the command palette all read this table, so none can promise what another does not keep.
 */

import type { AdvanceStep, ClockModeChange } from '../../api/clock-api.ts';
import { paths } from '../../paths.ts';
import type { Overlay } from '../../state/overlay-store.ts';
import type { Command } from './command.ts';

/** The journal as it is, without the filters of its screen. */
const EXPORT: Command['does'] = { kind: 'download', from: '/sim/journal.har' };

export const COMMANDS: readonly Command[] = [
  view('portfolios', 'Portfolios', paths.portfolios, 'g p', 'accounts drift list'),
  view('rebalances', 'Rebalances', paths.rebalances, 'g r', 'history orders fills'),
  view('market', 'Market: exchanges and faults', paths.market, 'g m', 'venues chaos halt outage'),
  view('prices', 'Market: prices', paths.prices, 'g i', 'instruments chart depth quotes pins events'),
  view('watch', 'Market: watch list', paths.watch, 'g q', 'quotes bid ask spread change day range volume'),
  view('fx', 'Market: exchange rates', paths.fx, 'g e', 'currencies fx cross euro'),
  view('calendars', 'Market: calendars', paths.calendars, 'g n', 'sessions holidays half days hours'),
  view('requests', 'Traffic: requests', paths.requests(), 'g t', 'journal http log har'),
  view('webhooks', 'Traffic: webhooks', paths.webhooks(), 'g w', 'deliveries endpoints outbox retries'),
  view('faults', 'Traffic: faults of the wire', paths.faults, 'g f', 'chaos errors latency'),
  view('sinks', 'Traffic: sinks', paths.sinks, 'g k', 'receiver answers'),
  view('signature', 'Traffic: signature explainer', paths.signature(), 'g x', 'verify hmac secret webhook'),
  view('compliance', 'Compliance', paths.compliance(), 'g c', 'mifid records retention'),
  view('scenarios', 'Scenarios', paths.scenarios, 'g s', 'library play runs golden replay'),
  view('compare-runs', 'Scenarios: compare runs', paths.compareRuns, 'g d', 'diff golden side by side'),
  view('timeline', 'Timeline of the world', paths.timeline, 'g l', 'history past events log then scrub'),
  view('recordings', 'Recordings', paths.recordings, 'g j', 'record capture session scenario yaml'),
  view('accounts', 'Accounts and API keys', paths.accounts, 'g a', 'tiers quota limits'),
  view('settings', 'Settings', paths.settings, 'g ,', 'preferences options theme notifications'),
  form('settings-access', 'Settings: accounts and keys', paths.settingsTab('access'), 'tiers quota use'),
  form('settings-limits', 'Settings: limits', paths.settingsTab('limits'), 'rate 429 requests minute tiers monthly'),
  form('settings-webhooks', 'Settings: webhooks', paths.settingsTab('webhooks'), 'secrets rotate endpoints'),
  form('settings-data', 'Settings: data', paths.settingsTab('data'), 'folder size storage seed chain journal version'),

  clock('play', 'Play or pause the clock', { kind: 'play-or-pause' }, 'run start stop', 'space'),
  clock('next-event', 'Advance to the next event', by({ until: 'next_event' }), 'forward step', 'n'),
  clock('next-open', 'Advance to the next opening of an exchange', by({ until: 'next_open' }), 'forward step', 'o'),
  clock('advance-to', 'Advance to a date and time…', show('advance-to'), 'goto jump close month year', 'd'),
  clock('by-minute', 'Advance by one minute', by({ by: '1m' }), 'forward step 1'),
  clock('by-5-minutes', 'Advance by five minutes', by({ by: '5m' }), 'forward step'),
  clock('by-hour', 'Advance by one hour', by({ by: '1h' }), 'forward step 1'),
  clock('by-day', 'Advance by one day', by({ by: '1d' }), 'forward step 1'),
  clock('stop', 'Stop the advance under way', { kind: 'stop-advance' }, 'cancel', '.'),
  clock('rate-1', 'Run the clock at 1×', rate(1), 'real speed'),
  clock('rate-60', 'Run the clock at 60×', rate(60), 'speed fast minute'),
  clock('rate-3600', 'Run the clock at 3600×', rate(3600), 'speed fast hour'),
  clock('manual', 'Set the clock to manual', mode({ mode: 'manual' }), 'stand still'),
  clock('instant', 'Set the clock to instant', mode({ mode: 'instant' }), 'at once'),

  form('new-portfolio', 'New portfolio', paths.newPortfolio(), 'create add paste csv json'),
  act('Do', 'rename-portfolio', 'Rename portfolio…', askAboutPortfolio('rename'), 'name external_id change label'),
  act('Do', 'delete-portfolio', 'Delete portfolio…', askAboutPortfolio('delete'), 'remove end drop'),
  form('set-wire-fault', 'Set a fault of the wire…', paths.setFault, 'break chaos error timeout'),
  form('break-market', 'Break something in the market…', paths.breakMarket, 'set fault chaos outage halt price'),
  act('Do', 'end-faults', 'End every fault', { kind: 'end-faults' }, 'clear chaos repair mend all'),
  form('add-endpoint', 'Add a webhook endpoint', paths.addEndpoint, 'register subscribe url'),
  form('start-recording', 'Start recording…', paths.startRecording, 'record capture session scenario yaml'),
  act('Do', 'stop-recording', 'Stop recording', { kind: 'stop-recording' }, 'record end session scenario yaml'),
  form('open-scenario', 'Open a scenario…', paths.openScenario, 'file yaml load paste upload run'),
  form('new-account', 'New account…', paths.newAccount, 'create add tier'),
  form('new-key', 'New API key…', paths.newKey, 'create add secret token'),

  act('Do', 'export-har', 'Export the requests as HAR', EXPORT, 'http archive download journal traffic'),
  act('Do', 'print-record', 'Print the compliance record', { kind: 'print-record' }, 'pdf paper mifid save'),

  act('World', 'save-snapshot', 'Save a snapshot…', show('save-snapshot'), 'keep state store'),
  act('World', 'snapshots', 'Snapshots…', show('snapshots'), 'restore load back delete state'),
  act('World', 'reset', 'Reset the world…', show('reset'), 'start again anew beginning seed'),
  act('Appearance', 'light', 'Light theme', { kind: 'theme', scheme: 'light' }, 'colours'),
  act('Appearance', 'dark', 'Dark theme', { kind: 'theme', scheme: 'dark' }, 'colours'),
  act('Appearance', 'auto', 'Theme as the system has it', { kind: 'theme', scheme: 'auto' }, 'colours'),
  act(
    'Appearance',
    'fold-rail',
    'Fold or unfold the rail',
    { kind: 'layout', change: 'fold-rail' },
    'narrow layout',
    '[',
  ),
  act('Appearance', 'undo', 'Undo', { kind: 'layout', change: 'undo' }, 'take back layout', 'mod+z'),
  act('Appearance', 'redo', 'Redo a change of the layout', { kind: 'layout', change: 'redo' }, 'again', 'mod+shift+z'),
  act('Appearance', 'reset-layout', 'Reset the layout', { kind: 'layout', change: 'reset' }, 'columns panels rail'),
  act('Help', 'tour', 'Take the tour', { kind: 'tour' }, 'introduction first steps learn start'),
  act('Help', 'shortcuts', 'Keyboard shortcuts', show('shortcuts'), 'keys hotkeys sheet', '?'),
  act('Help', 'api-docs', 'API documentation', { kind: 'open-beside', address: '/docs' }, 'openapi swagger reference'),
  { ...act('Help', 'palette', 'Find anything, and do it', show('palette'), '', 'mod+k'), byKeyOnly: true },
  { ...act('Help', 'filter', 'Go into the filter', { kind: 'focus-filter' }, '', '/'), byKeyOnly: true },
];

function act(
  group: Command['group'],
  id: string,
  title: string,
  does: Command['does'],
  words: string,
  keys?: string,
): Command {
  return { id, group, title, does, words, ...(keys === undefined ? {} : { keys }) };
}

function view(id: string, title: string, to: string, keys: string, words: string): Command {
  return act('Go to', id, title, { kind: 'go', to }, `open view page screen ${words}`, keys);
}

/** A form has a place in the address, so going there opens it. */
function form(id: string, title: string, to: string, words: string): Command {
  return act('Do', id, title, { kind: 'go', to }, words);
}

function clock(id: string, title: string, does: Command['does'], words: string, keys?: string): Command {
  return act('Virtual clock', id, title, does, `time ${words}`, keys);
}

function by(step: AdvanceStep): Command['does'] {
  return { kind: 'advance', step };
}

function mode(change: ClockModeChange): Command['does'] {
  return { kind: 'set-clock', change };
}

function rate(factor: number): Command['does'] {
  return mode({ mode: 'realtime', rate: factor, paused: false });
}

function askAboutPortfolio(dialog: 'rename' | 'delete'): Command['does'] {
  return { kind: 'ask-about-portfolio', dialog };
}

function show(overlay: Overlay): Command['does'] {
  return { kind: 'show', overlay };
}
