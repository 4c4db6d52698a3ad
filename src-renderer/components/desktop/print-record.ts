/** Puts the record that is shown on paper: into a PDF file in the window, through the browser's own dialog elsewhere. */
import { notifications } from '@mantine/notifications';
import { showFailure } from '../feedback/show-failure.ts';
import { desktopBridge } from './desktop-bridge.ts';

/** What the button says; the window has a PDF in place of a printer. */
export function formatPrint(): string {
  return desktopBridge() === null ? 'Print' : 'Save PDF…';
}

/** `name` is proposed for the file. */
export function printRecord(name: string): void {
  const bridge = desktopBridge();
  if (bridge === null) {
    window.print();
    return;
  }
  const saved = async () => {
    const { askDesktop } = await import('./ask-desktop.ts');
    const answer = await askDesktop(bridge, { kind: 'save-pdf', name });
    if (answer.kind === 'saved') notifications.show({ message: `Saved as ${answer.file}.`, color: 'green' });
  };
  saved().catch((error: unknown) => showFailure('Saving the PDF', error));
}
