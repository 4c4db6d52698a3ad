/** Changes cash, holdings and targets of a portfolio through the control plane. Its account cannot be changed. */

import { Button, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { LotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useLots, usePortfolio } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { showUndoable } from '../../../components/feedback/show-undoable.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import {
  draftOf,
  formatStoredAt,
  type StoredDraft,
  storeChanges,
  useDraftStorage,
} from '../../../components/portfolios/draft-storage.ts';
import { FORM_BADGES, FORM_EXPLANATIONS } from '../../../components/portfolios/form-name.ts';
import { changedParts, contentsOf } from '../../../components/portfolios/portfolio-draft.ts';
import { UnderWayNotice } from '../../../components/portfolios/rebalance-under-way.tsx';
import { type Conflict, resumeDraft } from '../../../components/portfolios/resume-draft.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';
import { WrapperTaxNotice } from '../../../components/portfolios/wrapper-tax-notice.tsx';
import { paths } from '../../../paths.ts';
import { CashField, ContentsEditor } from './contents-editor.tsx';
import { PasteButton } from './paste/paste-button.tsx';
import { contentsWith } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import { changePortfolio, contentsUndoing, type SavedPortfolio } from './save-portfolio.ts';

export function EditPortfolioPage() {
  const { portfolioId = '' } = useParams();
  const query = usePortfolio(portfolioId);
  const lots = useLots(portfolioId);
  // Counts how often the fields were refilled; each time they need a new form.
  const [filling, setFilling] = useState(0);
  const onDiscard = useDiscard(portfolioId, () => setFilling((before) => before + 1));
  return (
    <Page>
      <title>{`Edit ${query.data?.label ?? 'a portfolio'} · Ballast`}</title>
      {query.data === undefined && <h1 className={VisuallyHidden.classes.root}>Edit a portfolio</h1>}
      <QueryBoundary query={query} doing="Loading the portfolio">
        {(portfolio) => (
          <QueryBoundary query={lots} doing="Loading the tax lots">
            {(list) => (
              <EditForm key={`${portfolio.portfolio_id} ${filling}`} {...{ portfolio, onDiscard }} lots={list.lots} />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Drops the draft, and offers to restore it. */
function useDiscard(portfolioId: string, refill: () => void) {
  return () => {
    const { drafts, drop, keep: save } = useDraftStorage.getState();
    const draft = drafts[portfolioId];
    if (draft === undefined) return;
    drop(portfolioId);
    refill();
    showUndoable('Changes discarded.', {
      doing: 'Restoring the changes',
      run: async () => {
        save(portfolioId, draft);
        refill();
      },
      undone: 'Changes restored. They are not saved yet.',
    });
  };
}

const NO_TARGETS = { A: 'None. Each rebalance request sets them.', B: 'None. Add at least one.' };

interface EditFormProps {
  readonly portfolio: PortfolioView;
  readonly lots: LotList['lots'];
  readonly onDiscard: () => void;
}

function EditForm({ portfolio, lots, onDiscard }: EditFormProps) {
  const { portfolio_id: portfolioId, label, currency } = portfolio;
  const { form, saved, left, resumed } = useEdit(portfolio, lots);
  const contents = form.values;
  const changed = changedParts(saved.contents, contents);
  return (
    <>
      <PageHeader>
        <DimmedLink to={paths.portfolios}>Portfolios</DimmedLink>
        <DimmedLink to={paths.portfolio(portfolioId)}>{label}</DimmedLink>
        <h1>Edit {label}</h1>
        <Badge title={FORM_EXPLANATIONS[portfolio.form]}>{FORM_BADGES[portfolio.form]}</Badge>
        <LinkButton to={paths.portfolio(portfolioId, { dialog: 'rename' })}>Rename…</LinkButton>
        <PasteButton
          form={null}
          isForContents
          currency={currency}
          onTake={(pasted) => {
            form.set(contentsWith(contents, pasted));
            form.forget();
          }}
        />
      </PageHeader>
      <ServerForm form={form} label="Edit the portfolio" className={classes.editor}>
        {left !== undefined && changed.length > 0 && (
          <UnsavedNotice draft={left} conflicts={resumed.conflicts} onDiscard={onDiscard} />
        )}
        <UnderWayNotice portfolio={portfolio}>The service refuses changes until it has ended.</UnderWayNotice>
        {changed.includes('holdings') && (
          <Notice>
            A holding whose quantity you change gets a single new tax lot, with the cost and date that you enter, or
            otherwise at the current mid. Other holdings keep their tax lots, and gains already realised do not change.
          </Notice>
        )}
        <Panel title="Account" side={`${wrapperName(portfolio.wrapper)} in ${currency}; it cannot be changed`} padded>
          <SimpleGrid minColWidth={150} maw={960}>
            <CashField currency={currency} />
          </SimpleGrid>
          {portfolio.form === 'B' && <WrapperTaxNotice wrapper={portfolio.wrapper} currency={currency} />}
        </Panel>
        <ContentsEditor
          {...{ form, contents, currency }}
          name={portfolio.form}
          noTargets={NO_TARGETS[portfolio.form]}
          submitLabel="Save"
          whyNot={changed.length > 0 ? null : 'No changes.'}
          closeTo={paths.portfolio(portfolioId)}
          onDiscard={changed.length > 0 ? onDiscard : undefined}
          onChange={form.set}
        />
      </ServerForm>
    </>
  );
}

type UnsavedNoticeProps = Readonly<{ draft: StoredDraft; conflicts: readonly Conflict[]; onDiscard: () => void }>;

function UnsavedNotice({ draft, conflicts, onDiscard }: UnsavedNoticeProps) {
  const names = new Intl.ListFormat('en-GB').format(conflicts.map(({ name }) => name));
  return (
    <Notice
      tone={conflicts.length > 0 ? 'warn' : 'live'}
      side={
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      <strong>Unsaved changes from {formatStoredAt(draft)}.</strong>{' '}
      {conflicts.length > 0
        ? `The portfolio has changed in the meantime. Saving replaces its ${names} with the values below.`
        : 'They are stored until you save or discard them.'}
    </Notice>
  );
}

/** The typed contents, and the parts that the service has accepted so far. */
function useEdit(portfolio: PortfolioView, lots: LotList['lots']) {
  const { portfolio_id: portfolioId, label } = portfolio;
  const navigate = useNavigate();
  // The contents when the page was opened: later changes in the world do not affect the form, and saving keeps them.
  const [before] = useState(() => contentsOf(portfolio, lots));
  // Contents typed now do not count as an earlier draft.
  const [left] = useState(() => draftOf(useDraftStorage.getState(), portfolio));
  const [resumed] = useState(() => resumeDraft(left?.before ?? before, left?.contents ?? before, before));
  const saved = useRef<SavedPortfolio>({ portfolioId, contents: before });
  const form = useServerForm({
    initial: resumed.contents,
    onChange: (contents) => storeChanges(portfolio, saved.current.contents, contents),
    send: (contents) =>
      changePortfolio(saved.current, contents, (now) => {
        saved.current = now;
        storeChanges(portfolio, now.contents, contents);
      }),
    done: () => `${label} is changed.`,
    undo: (change) => contentsUndoing(portfolioId, label, change),
    after: () => navigate(paths.portfolio(portfolioId)),
  });
  return { form, saved: saved.current, left, resumed };
}
