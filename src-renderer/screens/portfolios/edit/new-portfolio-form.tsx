/** The form of a new portfolio, once it is known which: account, cash, holdings, targets, and what all of it comes to. */

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import { ACCOUNT_POINTERS, AccountFields, CashField } from './account-fields.tsx';
import { ContentsEditor } from './contents-editor.tsx';
import type { PortfolioDraft } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import { createPortfolio, type SavedPortfolio } from './save-portfolio.ts';
import { useSave } from './use-save.ts';

interface NewPortfolioFormProps {
  readonly session: Session;
  readonly draft: PortfolioDraft;
  readonly onChange: (part: Partial<PortfolioDraft>) => void;
  /** The portfolio is there, although not all of it: its form cannot be changed any more. */
  readonly onMade: () => void;
  /** All of it is there: no draft of it is needed any more. */
  readonly onDone: () => void;
}

export function NewPortfolioForm({ session, draft, onChange, onMade, onDone }: NewPortfolioFormProps) {
  const { account, contents } = draft;
  const { saved, send, isPending, errors, forgetErrors } = useCreation({ session, draft, onMade, onDone });
  const isMade = saved !== null && !isPending;
  return (
    <form className={classes.editor} aria-label="New portfolio" onSubmit={(event) => event.preventDefault()} noValidate>
      {isMade && (
        <Notice tone="warn">
          <strong>The portfolio is there, but not all that belongs to it.</strong> Mend what was refused and send the
          rest, or <Link to={paths.portfolio(saved.portfolioId)}>leave it as it is</Link>.
        </Notice>
      )}
      <Panel title="Account" side={HOW[account.form]} padded>
        <div className={classes.editorFields}>
          <fieldset className={classes.editorAccount} aria-label="Account" disabled={saved !== null}>
            <AccountFields account={account} errors={errors} onChange={(next) => onChange({ account: next })} />
          </fieldset>
          <CashField
            currency={account.currency}
            cash={contents.cash}
            error={errors.at('/cash')}
            onChange={(cash) => onChange({ contents: { ...contents, cash } })}
          />
        </div>
      </Panel>
      <ContentsEditor
        contents={contents}
        currency={account.currency}
        errors={errors}
        noTargets={NO_TARGETS[account.form]}
        isPending={isPending}
        submitLabel={isMade ? 'Send the rest' : 'Create the portfolio'}
        whyNot={null}
        cancel={
          <Button component={Link} to={paths.portfolios} variant="default">
            Cancel
          </Button>
        }
        onChange={(part) => onChange({ contents: { ...contents, ...part } })}
        onRowsMoved={forgetErrors}
        onSend={send}
      />
    </form>
  );
}

/** Sends the portfolio, and after a refusal only what the service has not taken yet. */
function useCreation({ session, draft, onMade, onDone }: Omit<NewPortfolioFormProps, 'onChange'>) {
  const { account, contents } = draft;
  const navigate = useNavigate();
  const [saved, setSaved] = useState<SavedPortfolio | null>(null);
  const latest = useRef<SavedPortfolio | null>(null);
  const remember = (now: SavedPortfolio) => {
    latest.current = now;
    setSaved(now);
    onMade();
  };
  const save = useSave({
    run: () => createPortfolio(session, account, contents, latest.current, remember),
    done: 'The portfolio is created.',
    after: (portfolioId) => {
      onDone();
      navigate(paths.portfolio(portfolioId));
    },
    fields: ACCOUNT_POINTERS[account.form],
    contents,
  });
  return { saved, ...save };
}

const HOW = {
  A: 'POST /portfolios at the Form A address; cash, holdings and targets by the control plane',
  B: 'POST /portfolios at the Form B address',
};

const NO_TARGETS = {
  A: 'None: its rebalance request brings them. Set here, drift is measured at once.',
  B: 'None yet: Form B needs at least one.',
};
