/**
 * Renders a page's content once its data has arrived; until then a skeleton, or the error. An error does not replace
 * older data.
 */
import { Code, Paper, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { ApiError } from '../../api/api-error.ts';
import { listPath } from '../../paths.ts';
import { useIsLost } from '../../state/connection-store.ts';
import { EmptyPanel } from '../layout/empty-panel.tsx';
import { NextStep } from '../layout/next-step.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface QueryBoundaryProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  /** The data being read, as the start of a sentence: "Loading the portfolios". */
  readonly doing: string;
  readonly children: (data: Data) => ReactNode;
}

const SKELETON_ROWS = ['92%', '80%', '86%', '74%', '82%'];

export function QueryBoundary<Data>({ query, doing, children }: QueryBoundaryProps<Data>) {
  const { data, error, refetch } = query;
  const isLost = useIsLost();
  // A 404 wins over earlier data: the world has been reset or replaced.
  if (error?.status === 404) return <NotFoundNotice error={error} doing={doing} wasThere={data !== undefined} />;
  const notice = error && <ErrorNotice error={error} doing={doing} onRetry={() => void refetch()} />;
  if (data !== undefined) {
    return (
      <>
        {error?.code !== 'unreachable' && notice}
        {children(data)}
      </>
    );
  }
  // The response would take long: it is read as soon as the service is back.
  if (isLost) return <UnreadNotice doing={doing} onRetry={() => void refetch()} />;
  return notice || <LoadingPanel doing={doing} />;
}

/** Shown in place of a part of a page that is being read. */
export function LoadingPanel({ doing }: Pick<QueryBoundaryProps<never>, 'doing'>) {
  return (
    <Paper p="md" display="grid" style={{ gap: 8 }} data-loading role="status" aria-label={`${doing}…`}>
      {SKELETON_ROWS.map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </Paper>
  );
}

/** Shown while the service does not respond, in place of data that has not been read before. */
function UnreadNotice({ doing, onRetry }: { readonly doing: string; readonly onRetry: () => void }) {
  return (
    <EmptyPanel role="alert">
      <strong>{doing} failed.</strong>
      The Ballast service does not respond. It may have been stopped. The data appears here as soon as the service is
      back.
      <NextStep onClick={onRetry}>Try again</NextStep>
    </EmptyPanel>
  );
}

const WHY = 'A reset or a restored snapshot may have removed it, or the address is wrong.';

type NotFoundNoticeProps = Readonly<{ error: ApiError; doing: string; wasThere: boolean }>;

/** `wasThere`: it was on screen a moment ago. */
function NotFoundNotice({ error, doing, wasThere }: NotFoundNoticeProps) {
  const { pathname } = useLocation();
  const what = /^Loading the (\w+(?: \w+)?)$/.exec(doing)?.[1] ?? 'page';
  const is = what.endsWith('s') ? 'are' : 'is';
  return (
    <EmptyPanel role="alert">
      <strong>{wasThere ? `The ${what} ${is} gone.` : `There ${is} no such ${what}.`}</strong>
      {error.message} {wasThere ? 'A reset or a restored snapshot removed it.' : WHY}
      <Text component="div" c="dimmed" mt="xs">
        <Code>{error.code}</Code> · HTTP {error.status}
      </Text>
      <NextStep to={listPath(pathname)}>Go back to the list</NextStep>
    </EmptyPanel>
  );
}
