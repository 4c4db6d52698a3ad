/**
 * Prints the screen's content, without the app around it; in the desktop app it is saved as a PDF file. Prints nothing
 * while a field of the screen cannot be read, because the figures are not those of its text.
 */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPrinter } from '@tabler/icons-react';
import { desktopBridge } from '../desktop/desktop-bridge.ts';
import { showFailure } from '../feedback/show-failure.ts';
import { usesFields } from '../forms/unread-field.ts';

interface PrintButtonProps {
  /** The proposed file name. */
  readonly name: string;
  readonly variant?: 'filled' | 'default';
  readonly disabled?: boolean;
}

export function PrintButton({ name, variant = 'default', disabled = false }: PrintButtonProps) {
  return (
    <Button
      data-print
      {...usesFields}
      disabled={disabled}
      variant={variant}
      leftSection={<IconPrinter size={14} aria-hidden />}
      onClick={() => print(name)}
    >
      {desktopBridge() === null ? 'Print' : 'Save PDF…'}
    </Button>
  );
}

function print(name: string): void {
  const bridge = desktopBridge();
  if (bridge === null) {
    window.print();
    return;
  }
  const saved = async () => {
    const { askDesktop } = await import('../desktop/ask-desktop.ts');
    const response = await askDesktop(bridge, { kind: 'save-pdf', name });
    if (response.kind === 'saved') notifications.show({ message: `Saved as ${response.file}.`, color: 'green' });
  };
  saved().catch((error: unknown) => showFailure('Saving the PDF', error));
}
