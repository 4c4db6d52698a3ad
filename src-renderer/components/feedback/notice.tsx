/**
 * A short message inside a page: the fact, the reason, and the control that helps. Its tone is shown by a word and an
 * icon.
 */
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import classes from './notice.module.css';

const ICONS = {
  plain: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  fail: IconCircleX,
  live: IconInfoCircle,
};

export type Tone = keyof typeof ICONS;

type NoticeProps = PropsWithChildren<{ tone?: Tone; side?: ReactNode }>;

export function Notice({ tone = 'plain', side, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <Alert
      className={classes.notice}
      classNames={classes}
      color={tone}
      data-tone={tone}
      icon={<Icon size={16} aria-hidden />}
      role={tone === 'fail' ? 'alert' : 'status'}
    >
      <div className={classes.text}>{children}</div>
      {side !== undefined && <div className={classes.side}>{side}</div>}
    </Alert>
  );
}
