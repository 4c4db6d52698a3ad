/** The page of a new portfolio: the form is chosen first and is part of the address. */
import { Button, Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Dimmed, DimmedLink } from '../../../components/layout/dimmed.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { formatStoredAt, type StoredDraft } from '../../../components/portfolios/draft-storage.ts';
import { FORM_CHOICES, type FormName } from '../../../components/portfolios/form-name.ts';
import { paths } from '../../../paths.ts';
import { NewPortfolioForm } from './new-portfolio-form.tsx';
import { PasteButton } from './paste/paste-button.tsx';
import type { Pasted } from './paste/pasted.ts';
import { type DraftWork, FORM_NAMES, useDrafts } from './portfolio-drafts.ts';
import classes from './portfolio-editor.module.css';

/** The form of pasted text if none is chosen. */
const DEFAULT_FORM = 'B';

export function NewPortfolioPage() {
  const [query, setQuery] = useSearchParams();
  const form = FORM_NAMES.find((name) => name === query.get('form')) ?? null;
  const work = useDrafts();
  const choose = (chosen: string) => setQuery({ form: chosen }, { replace: form !== null });
  const paste = (pasted: Pasted) => {
    const target = pasted.account?.form ?? form ?? DEFAULT_FORM;
    work.paste(target, pasted);
    choose(target);
  };
  return (
    <Page>
      <title>New portfolio · Ballast</title>
      <PageHeader>
        <DimmedLink to={paths.portfolios}>Portfolios</DimmedLink>
        <h1>New portfolio</h1>
        {form !== null && (
          <SegmentedControl aria-label="How this client is rebalanced" data={FORMS} value={form} onChange={choose} />
        )}
        <PasteButton form={form} currency={work.draftOf(form ?? DEFAULT_FORM).account.currency} onTake={paste} />
      </PageHeader>
      {work.left
        .filter(({ name }) => (form ?? name) === name)
        .map(({ name, draft }) => (
          <RestoreDraftNotice key={name} {...{ name, draft, work }} isOpen={form !== null} />
        ))}
      {form === null ? <FormChoice /> : <NewPortfolioForm key={`${form} ${work.filling}`} name={form} work={work} />}
    </Page>
  );
}

/** The two forms differ in their fields and in how they rebalance. */
const CHOICES = [
  {
    form: 'B',
    title: FORM_CHOICES.B,
    text: 'You enter name, tax wrapper, holdings and targets. Every plan is shown to you before anything is traded.',
    values: 'EUR, GBP, CHF · GIA, ISA, PEA, Depot, SIPP',
  },
  {
    form: 'A',
    title: FORM_CHOICES.A,
    text: 'You enter name, country of taxation and type of account. Each rebalance brings its own target weights, and is planned and executed in one step.',
    values: 'EUR, GBP, CHF, SEK, DKK, NOK · Depot, ISA, PEA, Pension',
  },
] as const;

const FORMS = CHOICES.map(({ form }) => ({ value: form, label: FORM_CHOICES[form] }));

function FormChoice() {
  return (
    <nav aria-label="How the client is rebalanced">
      <Text mb="md" c="dimmed">
        How will this client be rebalanced?
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={892}>
        {CHOICES.map(({ form, title, text, values }) => (
          <Paper key={form} component={Link} to={`?form=${form}`} p="lg" className={classes.choice}>
            <strong>{title}</strong>
            <span>{text}</span>
            <Dimmed>{`${values} · Form\u00a0${form}`}</Dimmed>
          </Paper>
        ))}
      </SimpleGrid>
    </nav>
  );
}

type RestoreDraftNoticeProps = Readonly<{ name: FormName; draft: StoredDraft; work: DraftWork; isOpen: boolean }>;

function RestoreDraftNotice({ name, draft, work, isOpen }: RestoreDraftNoticeProps) {
  const side = (
    <>
      {!isOpen && (
        <Button component={Link} to={paths.newPortfolio(name)}>
          Continue
        </Button>
      )}
      <Button variant="default" onClick={() => work.discard(name)}>
        Discard the draft
      </Button>
    </>
  );
  const at = formatStoredAt(draft);
  return (
    <Notice tone="live" side={side}>
      <strong>
        {isOpen
          ? `This is your draft from ${at}.`
          : `You have not created the draft “${FORM_CHOICES[name]}” from ${at} yet.`}
      </strong>
      <Text component="div" c="dimmed">
        It is stored until you create the portfolio or discard the draft.
      </Text>
    </Notice>
  );
}
