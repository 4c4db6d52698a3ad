/** Commands about what the page shows: a click somewhere on it, or what would be one. */

import { notifications } from '@mantine/notifications';
import { withPageToken } from '../../api/page-token.ts';
import { paths } from '../../paths.ts';
import { focusContent } from './focus-content.ts';

/** The record knows its own name and how to be printed; where none is shown, one has to be chosen first. */
export function printShownRecord(navigate: (to: string) => unknown): void {
  const button = document.querySelector<HTMLButtonElement>('main [data-print-record]');
  if (button !== null) {
    button.click();
    return;
  }
  navigate(paths.compliance());
  focusContent();
  notifications.show({ message: 'Open a record first; then it can be printed.', color: 'blue', autoClose: 6_000 });
}

/** Of the portfolio whose page is shown, on any of its views; where none is shown, one has to be chosen first. */
export function askAboutPortfolio(dialog: 'rename' | 'delete', navigate: (to: string) => unknown): void {
  const [page] = /^\/portfolios\/pf_\w+/.exec(window.location.pathname) ?? [];
  if (page !== undefined) {
    navigate(`${page}?dialog=${dialog}`);
    return;
  }
  navigate(paths.portfolios);
  focusContent();
  const deed = dialog === 'rename' ? 'renamed' : 'deleted';
  notifications.show({ message: `Open a portfolio first; then it can be ${deed}.`, color: 'blue', autoClose: 6_000 });
}

export function download(from: string): void {
  const link = document.createElement('a');
  link.href = withPageToken(from);
  link.download = '';
  link.click();
}
