/** Actions on the rendered page: they move the focus, press a button of the screen, or open a file. */
import { notifications } from '@mantine/notifications';
import { withPageToken } from '../../api/page-token.ts';
import { paths } from '../../paths.ts';
import { shownPath } from '../../state/own-world.ts';
import type { Action, AppActions } from './command.ts';

/** The next Tab goes to the first control of the screen. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Does nothing if the screen has no filter. */
export function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>('main [data-view-filter]');
  field?.focus();
  field?.select();
}

/** Presses the print button of the current screen. Without one, it opens the list of records and explains why. */
export function printShown({ go }: AppActions): void {
  const button = document.querySelector<HTMLButtonElement>('main [data-print]');
  if (button !== null) {
    button.click();
    return;
  }
  go(paths.compliance());
  showHint('Open a record, a portfolio, a comparison of plans or a rebalance first; then it can be printed.');
}

/** Opens a dialog of the current portfolio, on any of its views. Without one, it opens the list and explains why. */
export function askAboutPortfolio(dialog: keyof typeof PORTFOLIO_DIALOGS): Action {
  const { view, what } = PORTFOLIO_DIALOGS[dialog];
  return ({ go }) => {
    const [, id] = /^\/portfolios\/(pf_\w+)/.exec(shownPath()) ?? [];
    if (id !== undefined) {
      return go(`${view === null ? paths.portfolio(id) : paths.portfolioView(id, view)}?dialog=${dialog}`);
    }
    go(paths.portfolios);
    showHint(`Open a portfolio first; then you can ${what}.`);
  };
}

/** The view of a portfolio that has each dialog; null: any view. */
const PORTFOLIO_DIALOGS = {
  rename: { view: null, what: 'rename it' },
  delete: { view: null, what: 'delete it' },
  'cash-flow': { view: 'activity', what: 'book a cash flow' },
  constraints: { view: 'constraints', what: 'edit its constraints' },
  policy: { view: 'policy', what: 'set its policy' },
} as const;

function showHint(message: string): void {
  notifications.show({ message, color: 'blue', autoClose: 6_000 });
}

/** Downloads a file of the service, which names it. */
export function download(from: string): void {
  const link = document.createElement('a');
  link.href = withPageToken(from);
  link.download = '';
  link.click();
}

/** Opens a page of the service that is not a screen of the app. */
export function openTab(address: string): void {
  window.open(address, '_blank', 'noopener');
}
