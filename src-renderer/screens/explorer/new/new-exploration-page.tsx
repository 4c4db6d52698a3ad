/** The page that starts an exploration: empty, or filled in like the one in the address. */
import { useSearchParams } from 'react-router';
import { useExploration, useExplorations } from '../../../api/runs/explorations-api.ts';
import { NO_CLIENTS } from '../../../components/explorer/no-clients.tsx';
import { LoadingPanel } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed, DimmedLink } from '../../../components/layout/dimmed.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { paths } from '../../../paths.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { startingDraft } from './exploration-draft.ts';
import { ExplorationForm } from './exploration-form.tsx';
import { useUnsentExploration } from './unsent-exploration.ts';

export function NewExplorationPage() {
  const [query] = useSearchParams();
  const like = query.get('like');
  const explorations = useExplorations();
  return (
    <Page>
      <title>Explore a client · Ballast</title>
      <PageHeader>
        <DimmedLink to={paths.explorer}>Explorer</DimmedLink>
        <h1>Explore a client</h1>
        <Dimmed>Every run has its own world, so nothing changes in this one.</Dimmed>
      </PageHeader>
      {explorations.data?.runs_clients === false && NO_CLIENTS}
      {like === null ? <EmptyForm /> : <FormLike id={like} />}
    </Page>
  );
}

function EmptyForm() {
  const { draft, store } = useUnsentExploration.getState();
  const initial = { ...startingDraft(null, usePreferences.getState().clientFolder), ...draft };
  return <ExplorationForm initial={initial} onChange={store} />;
}

/** If it no longer exists, the form is empty. */
function FormLike({ id }: { readonly id: string }) {
  const { data, isPending } = useExploration(id);
  if (isPending) return <LoadingPanel doing="Loading the exploration" />;
  if (data === undefined) return <EmptyForm />;
  return <ExplorationForm initial={startingDraft(data, data.folder)} />;
}
