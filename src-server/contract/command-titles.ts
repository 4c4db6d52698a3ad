/**
 * Titles of the app's commands that are also in the menus of the desktop, by their identifiers; those that open a screen
 * are in `screens.ts`. Plain data.
 */
export const COMMAND_TITLES = {
  play: 'Play or pause the clock',
  'next-event': 'Advance to what is due next',
  'next-open': 'Advance to the next opening of an exchange',
  'advance-to': 'Advance to a date and time…',
  'by-minute': 'Advance by one minute',
  'by-hour': 'Advance by one hour',
  'by-day': 'Advance by one day',
  stop: 'Stop the advance under way',
  'new-portfolio': 'New portfolio',
  'rename-portfolio': 'Rename portfolio…',
  'delete-portfolio': 'Delete portfolio…',
  'save-snapshot': 'Save a snapshot…',
  snapshots: 'Snapshots…',
  reset: 'Reset the world…',
  'export-har': 'Download the requests as HAR',
  'print-record': 'Print the record, portfolio, comparison or rebalance',
  palette: 'Command palette',
  shortcuts: 'Keyboard shortcuts',
  docs: 'Documentation',
  'api-docs': 'API documentation',
} as const;

export type MenuCommand = keyof typeof COMMAND_TITLES;
