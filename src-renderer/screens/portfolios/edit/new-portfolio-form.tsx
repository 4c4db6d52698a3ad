/** The form of a new portfolio of a chosen kind: account, cash, holdings, targets, and their totals. */

import { SimpleGrid, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import {
  ACCOUNT_TYPES,
  FORM_A_CURRENCIES,
  FORM_B_CURRENCIES,
} from '../../../../src-server/contract/service/portfolio-choices.ts';
import { nameFault } from '../../../components/format/text-fault.ts';
import { useVirtualDay } from '../../../components/format/virtual-now.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import type { FormName } from '../../../components/portfolios/form-name.ts';
import type { AccountA, AccountB } from '../../../components/portfolios/portfolio-draft.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';
import { wrapperChoices } from '../../../components/portfolios/wrapper-tax.ts';
import { WrapperTaxNotice } from '../../../components/portfolios/wrapper-tax-notice.tsx';
import { paths } from '../../../paths.ts';
import { CashField, ContentsEditor } from './contents-editor.tsx';
import type { DraftWork } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import { createPortfolio } from './save-portfolio.ts';

type NewPortfolioFormProps = Readonly<{ name: FormName; work: DraftWork }>;

export function NewPortfolioForm({ name, work }: NewPortfolioFormProps) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: () => work.draftOf(name),
    onChange: work.change,
    send: (draft) => createPortfolio(draft.account, draft.contents),
    done: () => 'Portfolio created.',
    after: (portfolioId) => {
      work.made(name);
      return navigate(paths.portfolio(portfolioId));
    },
  });
  const { account, contents } = form.values;
  const { currency } = account;
  return (
    <ServerForm form={form} label="New portfolio" className={classes.editor}>
      <Panel title="Account" padded>
        <SimpleGrid minColWidth={150} maw={960}>
          <FieldGroup name="account" pointer="">
            {name === 'A' ? FIELDS_OF_A : <FieldsOfB />}
          </FieldGroup>
          <FieldGroup name="contents" pointer="">
            <CashField currency={currency} />
          </FieldGroup>
        </SimpleGrid>
        {'tax_wrapper' in account && <WrapperTaxNotice wrapper={account.tax_wrapper} currency={currency} />}
        {contents.holdings.some(({ cost, lots }) => cost !== '' || lots !== undefined) && (
          <Text c="dimmed" fz="sm" m={0} mt="sm" role="note">
            Cash and unit costs are taken to be in {currency}. Changing the base currency does not convert them.
          </Text>
        )}
      </Panel>
      <FieldGroup name="contents" pointer="">
        <ContentsEditor
          {...{ form, contents, currency, name }}
          noTargets={NO_TARGETS[name]}
          submitLabel="Create the portfolio"
          whyNot={null}
          closeTo={paths.portfolios}
          onChange={(part) => form.set({ contents: { ...contents, ...part } })}
        />
      </FieldGroup>
    </ServerForm>
  );
}

const NO_TARGETS = {
  A: 'None. Each rebalance request sets them. If you set them here, drift is measured from the start.',
  B: 'None yet. Add at least one.',
};

/** Names of clients are long. */
const WIDE = { root: { gridColumn: 'span 2' } };

/** A text area of one row is as high as a text field. */
const ONE_ROW = { input: { paddingBlock: 5, lineHeight: '18px' } };

const A = fieldsOf<AccountA>();

const FIELDS_OF_A = (
  <>
    <A.TextField name="name" label="Name" whyNot={nameFault} styles={WIDE} />
    <A.SelectField name="currency" label="Base currency" data={[...FORM_A_CURRENCIES]} />
    <A.TextField name="tax_jurisdiction" label="Tax jurisdiction" placeholder="DE" maxLength={2} />
    <A.SelectField
      name="account_type"
      label="Account type"
      data={ACCOUNT_TYPES.map((value) => ({ value, label: wrapperName(value) }))}
    />
    <A.LongTextField name="metadata" label="Metadata" placeholder="key: value" maxRows={6} styles={ONE_ROW} />
  </>
);

const B = fieldsOf<AccountB>();

/** The wrapper decides the country of tax, so each choice names it. */
function FieldsOfB() {
  const day = useVirtualDay();
  return (
    <>
      <B.TextField name="external_id" label="Name (client or portfolio)" whyNot={nameFault} styles={WIDE} />
      <B.SelectField name="currency" label="Base currency" data={[...FORM_B_CURRENCIES]} />
      <B.SelectField name="tax_wrapper" label="Tax wrapper" data={wrapperChoices(day)} styles={WIDE} />
    </>
  );
}
