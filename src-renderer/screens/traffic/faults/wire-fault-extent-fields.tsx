/** How much a fault hits and how long it holds: a share, a count of hits, a beginning and a length of virtual time. */
import { TextInput } from '@mantine/core';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { WireFaultFieldsProps } from './wire-fault-fields-props.ts';

export function ExtentFields({ draft, errors, set }: WireFaultFieldsProps) {
  return (
    <fieldset className="wire-fault-match">
      <legend>How much and how long</legend>
      <div className="wire-fault-row">
        <NumberField
          label="Share of them (%)"
          description="Above 0 to 100."
          value={draft.sharePercent}
          step={10}
          error={errors.at('/share')}
          onChange={(sharePercent) => set({ sharePercent })}
        />
        <NumberField
          label="Hits"
          description="Empty: no bound."
          value={draft.count}
          error={errors.at('/count')}
          onChange={(count) => set({ count })}
        />
      </div>
      <div className="wire-fault-row">
        <TextInput
          label="Begins (virtual UTC)"
          description="Empty: now."
          placeholder="now"
          value={draft.from}
          error={errors.at('/from')}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          label="Lasts (virtual time)"
          description="Like 30m. Empty: no end."
          placeholder="until ended"
          value={draft.duration}
          error={errors.at('/for') ?? errors.at('/until')}
          onChange={(event) => set({ duration: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
