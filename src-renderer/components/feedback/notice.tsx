/** A short message inside a page: what is so, why, and the control that helps. Says its tone in a word and an icon. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type Tone = 'plain' | 'ok' | 'warn' | 'fail' | 'live';

interface NoticeProps {
  readonly tone?: Tone;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

const ICONS = {
  plain: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  fail: IconCircleX,
  live: IconInfoCircle,
};

export function Notice({ tone = 'plain', side, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className="notice" data-tone={tone} role={tone === 'fail' ? 'alert' : 'status'}>
      <Icon size={16} className={`notice-icon ${tone}`} aria-hidden />
      <div className="notice-body">{children}</div>
      {side !== undefined && <div className="notice-side">{side}</div>}
    </div>
  );
}
