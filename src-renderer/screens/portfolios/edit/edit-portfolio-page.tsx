/** Changes cash, holdings and targets of a portfolio by the control plane. Its account stays as it was made. */
import { Badge, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePortfolio } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { contentsOf, holdingRows } from '../../../components/portfolios/portfolio-draft.ts';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { paths } from '../../../paths.ts';
import { CashField, ContentsEditor } from './contents-editor.tsx';
import { PasteButton } from './paste/paste-dialog.tsx';
import { contentsWith } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import { changePortfolio, contentsUndoing, differs, isChanged, type SavedPortfolio } from './save-portfolio.ts';

export function EditPortfolioPage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`Edit ${read.data?.label ?? 'a portfolio'} · Ballast`}</title>
      {read.data === undefined && <h1 className={VisuallyHidden.classes.root}>Edit a portfolio</h1>}
      <QueryBoundary read={read} doing="Reading the portfolio">
        {(portfolio) => <EditForm key={portfolio.portfolio_id} portfolio={portfolio} />}
      </QueryBoundary>
    </Page>
  );
}

const NO_TARGETS = { A: 'None: its rebalance request brings them.', B: 'None: at least one is needed.' };

function EditForm({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { portfolio_id: portfolioId, label, currency } = portfolio;
  const { form, saved } = useEdit(portfolio);
  const contents = form.values;
  return (
    <>
      <PageHeader>
        <DimmedLink to={paths.portfolio(portfolioId)}>{label}</DimmedLink>
        <h1>Edit {label}</h1>
        <Badge>Form {portfolio.form}</Badge>
        <PasteButton
          form={null}
          isForContents
          onTake={(pasted) => {
            form.set(contentsWith(contents, pasted));
            form.forget();
          }}
        />
      </PageHeader>
      <ServerForm form={form} label="Edit the portfolio" className={classes.editor}>
        {rebalanceUnderWay(portfolio) !== undefined && (
          <Notice tone="warn">A rebalance is under way. Until it has ended, the service refuses every change.</Notice>
        )}
        {differs(holdingRows(saved.contents), holdingRows(contents)) && (
          <Notice>
            Setting positions begins their tax lots anew at the mid of now, and forgets what was realised before.
          </Notice>
        )}
        <Panel title="Account" side={`${portfolio.wrapper} in ${currency}, which stays`} padded>
          <SimpleGrid minColWidth={150}>
            <CashField currency={currency} />
          </SimpleGrid>
        </Panel>
        <ContentsEditor
          {...{ form, contents, currency }}
          noTargets={NO_TARGETS[portfolio.form]}
          submitLabel="Save"
          whyNot={isChanged(saved.contents, contents) ? null : 'Nothing is changed.'}
          cancelTo={paths.portfolio(portfolioId)}
          onChange={form.set}
        />
      </ServerForm>
    </>
  );
}

/** What is typed, and what of it the service has taken so far. */
function useEdit(portfolio: PortfolioView) {
  const { portfolio_id: portfolioId, label } = portfolio;
  const navigate = useNavigate();
  // As it was when it was opened: what the world does to it meanwhile does not change what is being typed.
  const [before] = useState(() => contentsOf(portfolio));
  const saved = useRef<SavedPortfolio>({ portfolioId, contents: before });
  const form = useServerForm({
    initial: before,
    send: (contents) =>
      changePortfolio(saved.current, contents, (now) => {
        saved.current = now;
      }),
    isPartial: true,
    done: () => `${label} is changed.`,
    undo: (_, contents) => contentsUndoing(portfolioId, label, before, contents),
    after: () => navigate(paths.portfolio(portfolioId)),
  });
  return { form, saved: saved.current };
}
