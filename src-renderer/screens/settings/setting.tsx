/** One line of the settings: what it is, what it means, and the control for it. */
import type { ReactNode } from 'react';

interface SettingProps {
  readonly label: string;
  readonly says: ReactNode;
  readonly children: ReactNode;
}

export function Setting({ label, says, children }: SettingProps) {
  return (
    <div className="setting">
      <div className="setting-words">
        <strong>{label}</strong>
        <div className="muted">{says}</div>
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}
