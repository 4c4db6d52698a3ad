/** The button that opens the dialog for pasted text, which is loaded then: it knows the words of many brokers. */
import { Button } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import type { PasteProps } from './paste-dialog.tsx';
import type { CostRole, Pasted } from './pasted.ts';

const PasteDialog = lazy(() => import('./paste-dialog.tsx').then((module) => ({ default: module.PasteDialog })));

/** Opens the dialog, and closes it once the text was applied. */
export function PasteButton({ onTake, ...props }: PasteProps) {
  const { isOpen, open, close } = useAddressDialog('paste');
  // Retained when the dialog closes, so that a long text is not lost.
  const [text, setText] = useState('');
  const [costAs, setCostAs] = useState<CostRole | null>(null);
  const take = (pasted: Pasted) => {
    onTake(pasted);
    setText('');
    setCostAs(null);
    close();
  };
  return (
    <>
      <Button ml="auto" variant="default" leftSection={<IconClipboardText size={14} aria-hidden />} onClick={open}>
        Paste…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PasteDialog {...props} {...{ text, setText, costAs, setCostAs }} onTake={take} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
