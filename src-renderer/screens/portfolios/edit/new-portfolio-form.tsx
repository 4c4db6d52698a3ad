/** The form of a new portfolio, once it is known which: account, cash, holdings, targets, and what all of it comes to. */

import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { FieldGroup } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import { AccountFields, CashField } from './account-fields.tsx';
import { ContentsEditor } from './contents-editor.tsx';
import type { PortfolioDraft } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import { createPortfolio, type SavedPortfolio } from './save-portfolio.ts';

interface NewPortfolioFormProps {
  readonly session: Session;
  /** What the fields begin with. */
  readonly draft: PortfolioDraft;
  /** What there is of it already: its form cannot be changed any more. */
  readonly saved: SavedPortfolio | null;
  readonly onChange: (draft: PortfolioDraft) => void;
  readonly onSaved: (saved: SavedPortfolio) => void;
  /** All of it is there: no draft of it is needed any more. */
  readonly onDone: () => void;
}

export function NewPortfolioForm({ session, draft, saved, onChange, onSaved, onDone }: NewPortfolioFormProps) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: draft,
    onChange,
    send: ({ account, contents }) => createPortfolio(session, account, contents, saved, onSaved),
    isPartial: true,
    done: () => 'The portfolio is created.',
    after: (portfolioId) => {
      onDone();
      navigate(paths.portfolio(portfolioId));
    },
  });
  const { account, contents } = form.values;
  const isMade = saved !== null && !form.isPending;
  return (
    <ServerForm form={form} label="New portfolio" className={classes.editor}>
      {isMade && (
        <Notice tone="warn">
          <strong>The portfolio is there, but not all that belongs to it.</strong> Mend what was refused and send the
          rest, or <Link to={paths.portfolio(saved.portfolioId)}>leave it as it is</Link>.
        </Notice>
      )}
      <Panel title="Account" side={HOW[account.form]} padded>
        <div className={classes.editorFields}>
          <fieldset className={classes.editorAccount} aria-label="Account" disabled={saved !== null}>
            <FieldGroup name="account" pointer="">
              <AccountFields form={account.form} />
            </FieldGroup>
          </fieldset>
          <FieldGroup name="contents" pointer="">
            <CashField currency={account.currency} />
          </FieldGroup>
        </div>
      </Panel>
      <FieldGroup name="contents" pointer="">
        <ContentsEditor
          contents={contents}
          currency={account.currency}
          noTargets={NO_TARGETS[account.form]}
          isPending={form.isPending}
          submitLabel={isMade ? 'Send the rest' : 'Create the portfolio'}
          whyNot={null}
          cancel={
            <Button component={Link} to={paths.portfolios} variant="default">
              Cancel
            </Button>
          }
          onChange={(part) => form.set({ contents: { ...contents, ...part } })}
          onRowsMoved={form.forget}
          onSend={form.submit}
        />
      </FieldGroup>
    </ServerForm>
  );
}

const HOW = {
  A: 'POST /portfolios at the Form A address; cash, holdings and targets by the control plane',
  B: 'POST /portfolios at the Form B address',
};

const NO_TARGETS = {
  A: 'None: its rebalance request brings them. Set here, drift is measured at once.',
  B: 'None yet: Form B needs at least one.',
};
