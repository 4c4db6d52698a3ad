/** The kinds of faults as one group of radio buttons, each with its plain sentence; arrow keys move between them. */

import { VisuallyHidden } from '@mantine/core';
import classes from '../forms/market-forms.module.css';
import { FAULT_GROUPS, FAULT_KINDS, type FaultKind } from './fault-kinds.ts';

interface FaultKindPickerProps {
  readonly value: FaultKind;
  readonly onChange: (kind: FaultKind) => void;
}

export function FaultKindPicker({ value, onChange }: FaultKindPickerProps) {
  return (
    <fieldset className={classes.faultKinds}>
      <legend className={VisuallyHidden.classes.root}>What breaks</legend>
      {FAULT_GROUPS.map((group) => (
        <div key={group}>
          <div className={classes.faultKindsGroup}>{group}</div>
          {kindsOf(group).map((kind) => (
            <label key={kind} className={classes.faultKind} data-chosen={kind === value ? '' : undefined}>
              <input
                type="radio"
                name="fault-kind"
                checked={kind === value}
                onChange={() => onChange(kind)}
                data-autofocus={kind === value ? '' : undefined}
              />
              <span>
                <strong>{FAULT_KINDS[kind].label}</strong>
                <span>{FAULT_KINDS[kind].sentence}</span>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function kindsOf(group: (typeof FAULT_GROUPS)[number]): FaultKind[] {
  return (Object.keys(FAULT_KINDS) as FaultKind[]).filter((kind) => FAULT_KINDS[kind].group === group);
}
