/** The fields of an account, which differ between the two forms, and its cash. */
import {
  ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
  TAX_WRAPPERS,
} from '../../../../src-server/contract/service/portfolio-choices.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import type { AccountA, AccountB, ContentsDraft } from '../../../components/portfolios/portfolio-draft.ts';

export function AccountFields({ form }: { readonly form: 'A' | 'B' }) {
  return form === 'A' ? <FieldsOfA /> : <FieldsOfB />;
}

const A = fieldsOf<AccountA>();

function FieldsOfA() {
  return (
    <>
      <A.TextField name="name" label="Name" />
      <A.SelectField name="currency" label="Base currency" data={[...FORM_A_CURRENCIES]} />
      <A.TextField
        name="jurisdiction"
        pointer="/tax_jurisdiction"
        label="Tax jurisdiction"
        placeholder="DE"
        maxLength={2}
      />
      <A.SelectField name="accountType" pointer="/account_type" label="Account type" data={[...ACCOUNT_TYPES]} />
      <A.LongTextField name="metadata" label="Metadata" placeholder="key: value" maxRows={6} />
    </>
  );
}

const B = fieldsOf<AccountB>();

function FieldsOfB() {
  return (
    <>
      <B.TextField name="externalId" pointer="/external_id" label="Your own id" />
      <B.SelectField name="currency" label="Base currency" data={[...FORM_B_CURRENCIES]} />
      <B.SelectField name="wrapper" pointer="/tax_wrapper" label="Tax wrapper" data={[...TAX_WRAPPERS]} />
    </>
  );
}

const { NumberField } = fieldsOf<ContentsDraft>();

export function CashField({ currency }: { readonly currency: string }) {
  return (
    <NumberField name="cash" label={`Cash (${currency})`} decimalScale={2} step={1000} thousandSeparator={'\u202f'} />
  );
}
