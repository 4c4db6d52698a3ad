/** Commands that are a click somewhere on the page, or would be one. */
import { notifications } from '@mantine/notifications';
import { focusContent } from './focus-content.ts';

/** The record knows its own name and how to be printed; where none is shown, one has to be chosen first. */
export function printShownRecord(navigate: (to: string) => unknown): void {
  const button = document.querySelector<HTMLButtonElement>('main [data-print-record]');
  if (button !== null) {
    button.click();
    return;
  }
  navigate('/compliance');
  focusContent();
  notifications.show({ message: 'Open a record first; then it can be printed.', color: 'blue', autoClose: 6_000 });
}

export function download(from: string): void {
  const link = document.createElement('a');
  link.href = from;
  link.download = '';
  link.click();
}
