/** The kinds of faults of the wire as one group of radio buttons, each with its plain sentence. */

import { VisuallyHidden } from '@mantine/core';
import { kindsOf, WIRE_GROUPS, WIRE_KINDS, type WireFaultKind } from '../../../components/faults/wire-fault-kinds.ts';
import classes from '../../../components/forms/market-forms.module.css';

interface WireFaultKindPickerProps {
  readonly value: WireFaultKind;
  readonly onChange: (kind: WireFaultKind) => void;
}

export function WireFaultKindPicker({ value, onChange }: WireFaultKindPickerProps) {
  return (
    <fieldset className={classes.faultKinds}>
      <legend className={VisuallyHidden.classes.root}>What breaks</legend>
      {WIRE_GROUPS.map(({ scope, title }) => (
        <div key={scope}>
          <div className={classes.faultKindsGroup}>{title}</div>
          {kindsOf(scope).map((kind) => (
            <label key={kind} className={classes.faultKind} data-chosen={kind === value ? '' : undefined}>
              <input
                type="radio"
                name="wire-fault-kind"
                checked={kind === value}
                onChange={() => onChange(kind)}
                data-autofocus={kind === value ? '' : undefined}
              />
              <span>
                <strong>{WIRE_KINDS[kind].label}</strong>
                <span>{WIRE_KINDS[kind].sentence}</span>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
