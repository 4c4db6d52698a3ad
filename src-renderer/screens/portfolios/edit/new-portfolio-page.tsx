/** The page of a new portfolio: the form is chosen first and is part of the address. */

import { Button, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { paths } from '../../../paths.ts';
import { NewPortfolioForm } from './new-portfolio-form.tsx';
import { PasteDialog } from './paste/paste-dialog.tsx';
import type { Pasted } from './paste/pasted.ts';
import { begunAnew, type Drafts, isBegun, storeDrafts, storedDrafts, takeOver } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';
import type { SavedPortfolio } from './save-portfolio.ts';

export function NewPortfolioPage() {
  const [query, setQuery] = useSearchParams();
  const [isPasting, setPasting] = useState(false);
  const session = useSession();
  const form = formOf(query.get('form'));
  const { drafts, setDrafts, fill, filling, left, beginAnew, made, saved, setSaved } = useDrafts(form);
  const choose = (chosen: string) => setQuery({ form: chosen }, { replace: form !== null });
  const paste = (pasted: Pasted) => {
    const target = pasted.account?.form ?? form ?? 'B';
    fill({ ...drafts, [target]: takeOver(drafts[target], pasted) });
    setPasting(false);
    choose(target);
  };
  return (
    <Page>
      <title>New portfolio · Ballast</title>
      <PageHeader>
        <Text component={Link} c="dimmed" to={paths.portfolios}>
          Portfolios
        </Text>
        <h1>New portfolio</h1>
        {form !== null && !made && <SegmentedControl aria-label="Form" data={FORMS} value={form} onChange={choose} />}
        <Group ml="auto" gap="sm">
          <Button
            variant="default"
            leftSection={<IconClipboardText size={14} aria-hidden />}
            onClick={() => setPasting(true)}
          >
            Paste…
          </Button>
        </Group>
      </PageHeader>
      {FORM_NAMES.map(
        (name) =>
          left[name] &&
          (form ?? name) === name && (
            <RestoreDraftNotice key={name} form={name} isOpen={form !== null} onAnew={() => beginAnew(name)} />
          ),
      )}
      {form === null ? (
        <FormChoice />
      ) : (
        <QueryBoundary read={session} doing="Reading the session">
          {(data: Session) => (
            <NewPortfolioForm
              key={`${form} ${filling}`}
              session={data}
              draft={drafts[form]}
              saved={saved}
              onChange={(draft) => setDrafts((before) => ({ ...before, [form]: draft }))}
              onSaved={setSaved}
              onDone={() => storeDrafts(begunAnew(drafts, form))}
            />
          )}
        </QueryBoundary>
      )}
      {isPasting && <PasteDialog form={form} onTake={paste} onClose={() => setPasting(false)} />}
    </Page>
  );
}

/** The drafts of both forms, kept in this tab. */
function useDrafts(form: 'A' | 'B' | null) {
  const [drafts, setDrafts] = useState<Drafts>(storedDrafts);
  // How often the fields were filled from elsewhere; each time they need a form of their own.
  const [filling, setFilling] = useState(0);
  const fill = (filled: Drafts) => {
    setDrafts(filled);
    setFilling(filling + 1);
  };
  // As one came here: what is typed now is no draft that was left.
  const [left, setLeft] = useState(() => ({ A: isBegun(drafts.A), B: isBegun(drafts.B) }));
  const beginAnew = (anew: 'A' | 'B') => {
    fill(begunAnew(drafts, anew));
    setLeft({ ...left, [anew]: false });
  };
  const [saved, setSaved] = useState<SavedPortfolio | null>(null);
  const made = saved !== null;
  // What is made, even in part, is no draft any more: made again, there would be two of it.
  useEffect(() => storeDrafts(made && form !== null ? begunAnew(drafts, form) : drafts), [drafts, made, form]);
  // Only Form A is made in parts.
  return { drafts, setDrafts, fill, filling, left, beginAnew, made, saved: form === 'A' ? saved : null, setSaved };
}

const FORM_NAMES = ['A', 'B'] as const;

const FORMS = [
  { value: 'B', label: 'Form B' },
  { value: 'A', label: 'Form A' },
];

function formOf(text: string | null): 'A' | 'B' | null {
  return text === 'A' || text === 'B' ? text : null;
}

/** The two forms differ in their fields and in how they rebalance. */
function FormChoice() {
  return (
    <nav className={classes.editorForms} aria-label="Choose the form">
      <Paper component={Link} to="?form=B" className={classes.editorFormChoice}>
        <strong>Form B: plan first, then execute</strong>
        <span>
          External id, wrapper, holdings and targets in one request. You plan, look at orders and costs, and execute.
        </span>
        <Text span c="dimmed">
          EUR, GBP, CHF · GIA, ISA, PEA, Depot, SIPP
        </Text>
      </Paper>
      <Paper component={Link} to="?form=A" className={classes.editorFormChoice}>
        <strong>Form A: one request does both</strong>
        <span>
          Name, tax jurisdiction, account type. A rebalance request brings the target weights, and computes and executes
          by itself.
        </span>
        <Text span c="dimmed">
          EUR, GBP, CHF, SEK, DKK, NOK · depot, isa, pea, pension
        </Text>
      </Paper>
    </nav>
  );
}

interface RestoreDraftProps {
  readonly form: 'A' | 'B';
  /** Whether its fields are on the screen. */
  readonly isOpen: boolean;
  readonly onAnew: () => void;
}

function RestoreDraftNotice({ form, isOpen, onAnew }: RestoreDraftProps) {
  const goOn = (
    <Button component={Link} to={paths.newPortfolio(form)}>
      Go on with it
    </Button>
  );
  return (
    <Notice
      tone="live"
      side={
        <>
          {!isOpen && goOn}
          <Button variant="default" onClick={onAnew}>
            Begin anew
          </Button>
        </>
      }
    >
      <strong>{isOpen ? 'This is the draft that you left.' : `A draft of Form ${form} was left.`}</strong>
      <Text component="div" c="dimmed">
        It is kept in this tab until the portfolio is made, or you begin anew.
      </Text>
    </Notice>
  );
}
