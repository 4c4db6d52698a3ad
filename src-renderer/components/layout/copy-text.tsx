/**
 * A text that is copied by a click, with a confirmation. `shown` may be shorter than the copied text (a masked key, a
 * short hash).
 */
import { VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './copy-text.module.css';
import { Hint } from './hint.tsx';

interface CopyTextProps {
  readonly text: string;
  /** Description of the text: "the base URL". */
  readonly what: string;
  readonly shown?: ReactNode;
  readonly mono?: boolean;
}

const CONFIRMATION_MS = 1_200;

export function CopyText({ text, what, shown, mono = true }: CopyTextProps) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Hint label={clipboard.copied ? 'Copied' : `Copy ${what}`}>
      <button
        type="button"
        className={classes.copy}
        data-mono={mono || undefined}
        onClick={(event) => {
          event.stopPropagation();
          clipboard.copy(text);
        }}
      >
        <VisuallyHidden>Copy {what}: </VisuallyHidden>
        <span>{shown ?? text}</span>
        <Icon size={12} aria-hidden color="var(--mantine-color-dimmed)" />
      </button>
    </Hint>
  );
}
