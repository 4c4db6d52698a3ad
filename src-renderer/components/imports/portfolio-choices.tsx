/** Settings that files of portfolios lack: form, tax and cash. Each change is checked at once. */

import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PortfolioImportReport } from '../../../src-server/contract/control/imports/import-report.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { ACCOUNT_TYPES, TAX_WRAPPERS } from '../../../src-server/contract/service/portfolio-choices.ts';
import { useVirtualDay } from '../format/virtual-now.ts';
import { fieldBounds } from '../forms/number-text.ts';
import { NumericInput } from '../forms/numeric-input.tsx';
import { wrapperName } from '../portfolios/wrapper-name.ts';
import { wrapperChoices } from '../portfolios/wrapper-tax.ts';
import { WrapperTaxNotice } from '../portfolios/wrapper-tax-notice.tsx';
import type { ImportDraft } from './import-draft.ts';

interface PortfolioChoicesProps {
  readonly draft: ImportDraft;
  readonly portfolios: PortfolioImportReport['portfolios'];
  readonly onChange: (part: Partial<ImportDraft>) => void;
}

const FORMS = [
  { value: '', label: 'Automatic: you approve each plan if the file has targets' },
  { value: 'A', label: 'In one step: each rebalance names its targets' },
  { value: 'B', label: 'You approve each plan: targets from the file' },
] as const;

export function PortfolioChoices({ draft, portfolios, onChange }: PortfolioChoicesProps) {
  const { form, cash } = draft;
  const [first] = portfolios;
  const made = first?.form ?? (form === 'B' ? 'B' : 'A');
  return (
    <Group align="flex-end" gap="md" role="group" aria-label="Details that the file does not contain">
      <NativeSelect
        label="How the portfolios are rebalanced"
        size="xs"
        data={[...FORMS]}
        value={form}
        onChange={({ currentTarget: { value } }) =>
          onChange({ form: FORMS.find((each) => each.value === value)?.value ?? '' })
        }
      />
      {made === 'A' ? <TaxOfA {...{ draft, onChange }} /> : <TaxOfB {...{ draft, onChange }} />}
      {portfolios.length <= 1 && (
        <NumericInput
          label={`Cash${first === undefined ? '' : ` (${first.currency})`}`}
          size="xs"
          w={150}
          {...fieldBounds(BOUNDS.money, { decimals: 2 })}
          waits
          placeholder="as in the file"
          value={cash}
          onChange={(value) => onChange({ cash: typeof value === 'number' ? value : '' })}
        />
      )}
      {made === 'B' && first !== undefined && <WrapperTaxNotice wrapper={draft.wrapper} currency={first.currency} />}
    </Group>
  );
}

type TaxProps = Pick<PortfolioChoicesProps, 'draft' | 'onChange'>;

function TaxOfA({ draft: { country: initialCountry, accountType }, onChange }: TaxProps) {
  // Counts as a country once it has two letters.
  const [country, setCountry] = useState(initialCountry);
  return (
    <>
      <TextInput
        label="Country of taxation"
        size="xs"
        w={110}
        maxLength={2}
        value={country}
        onChange={({ currentTarget: { value } }) => {
          setCountry(value);
          if (/^[a-z]{2}$/i.test(value)) onChange({ country: value });
        }}
      />
      <NativeSelect
        label="Account type"
        size="xs"
        data={ACCOUNT_TYPES.map((value) => ({ value, label: wrapperName(value) }))}
        value={accountType}
        onChange={({ currentTarget: { value } }) =>
          onChange({ accountType: ACCOUNT_TYPES.find((each) => each === value) ?? accountType })
        }
      />
    </>
  );
}

function TaxOfB({ draft: { wrapper }, onChange }: TaxProps) {
  const day = useVirtualDay();
  return (
    <NativeSelect
      label="Tax wrapper"
      size="xs"
      data={wrapperChoices(day)}
      value={wrapper}
      onChange={({ currentTarget: { value } }) =>
        onChange({ wrapper: TAX_WRAPPERS.find((each) => each === value) ?? wrapper })
      }
    />
  );
}
