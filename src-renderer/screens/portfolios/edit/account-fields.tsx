/** The fields of an account, which differ between the two forms, and its cash. */
import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import {
  ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
  TAX_WRAPPERS,
} from '../../../../src-server/contract/service/portfolio-choices.ts';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import type { NumberText } from '../../../components/forms/number-text.ts';
import type { AccountA, AccountB, AccountDraft } from '../../../components/portfolios/portfolio-draft.ts';
import type { EditorErrors } from './editor-errors.ts';

interface AccountFieldsProps<Account extends AccountDraft> {
  readonly account: Account;
  readonly errors: EditorErrors;
  readonly onChange: (account: Account) => void;
}

export const ACCOUNT_POINTERS: Readonly<Record<'A' | 'B', readonly string[]>> = {
  A: ['/name', '/currency', '/tax_jurisdiction', '/account_type', '/metadata'],
  B: ['/external_id', '/currency', '/tax_wrapper'],
};

export function AccountFields({ account, errors, onChange }: AccountFieldsProps<AccountDraft>) {
  return account.form === 'A' ? (
    <FieldsOfA account={account} errors={errors} onChange={onChange} />
  ) : (
    <FieldsOfB account={account} errors={errors} onChange={onChange} />
  );
}

function FieldsOfA({ account, errors, onChange }: AccountFieldsProps<AccountA>) {
  return (
    <>
      <TextInput
        label="Name"
        value={account.name}
        error={errors.at('/name')}
        onChange={(event) => onChange({ ...account, name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Base currency"
        data={[...FORM_A_CURRENCIES]}
        value={account.currency}
        error={errors.at('/currency')}
        onChange={({ currentTarget: { value } }) =>
          isOneOf(FORM_A_CURRENCIES, value) && onChange({ ...account, currency: value })
        }
      />
      <TextInput
        label="Tax jurisdiction"
        placeholder="DE"
        maxLength={2}
        value={account.jurisdiction}
        error={errors.at('/tax_jurisdiction')}
        onChange={(event) => onChange({ ...account, jurisdiction: event.currentTarget.value })}
      />
      <NativeSelect
        label="Account type"
        data={[...ACCOUNT_TYPES]}
        value={account.accountType}
        error={errors.at('/account_type')}
        onChange={({ currentTarget: { value } }) =>
          isOneOf(ACCOUNT_TYPES, value) && onChange({ ...account, accountType: value })
        }
      />
      <Textarea
        label="Metadata"
        placeholder="key: value"
        size="xs"
        autosize
        maxRows={6}
        value={account.metadata}
        error={errors.at('/metadata')}
        onChange={(event) => onChange({ ...account, metadata: event.currentTarget.value })}
      />
    </>
  );
}

function FieldsOfB({ account, errors, onChange }: AccountFieldsProps<AccountB>) {
  return (
    <>
      <TextInput
        label="Your own id"
        value={account.externalId}
        error={errors.at('/external_id')}
        onChange={(event) => onChange({ ...account, externalId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Base currency"
        data={[...FORM_B_CURRENCIES]}
        value={account.currency}
        error={errors.at('/currency')}
        onChange={({ currentTarget: { value } }) =>
          isOneOf(FORM_B_CURRENCIES, value) && onChange({ ...account, currency: value })
        }
      />
      <NativeSelect
        label="Tax wrapper"
        data={[...TAX_WRAPPERS]}
        value={account.wrapper}
        error={errors.at('/tax_wrapper')}
        onChange={({ currentTarget: { value } }) =>
          isOneOf(TAX_WRAPPERS, value) && onChange({ ...account, wrapper: value })
        }
      />
    </>
  );
}

interface CashFieldProps {
  readonly currency: string;
  readonly cash: NumberText;
  readonly error: string | null;
  readonly onChange: (cash: NumberText) => void;
}

export function CashField({ currency, cash, error, onChange }: CashFieldProps) {
  return (
    <NumberInput
      label={`Cash (${currency})`}
      clampBehavior="none"
      decimalScale={2}
      step={1000}
      thousandSeparator={'\u202f'}
      value={cash}
      error={error}
      onChange={onChange}
    />
  );
}
