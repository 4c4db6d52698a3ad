/** Draws a page's content once its data is there; until then a quiet skeleton, or the error. Old data outlives an error. */
import { Paper, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { NotFoundNotice } from './not-found-notice.tsx';

interface QueryBoundaryProps<Data> {
  readonly read: UseQueryResult<Data, ApiError>;
  /** What is read, as the start of a sentence: "Reading the portfolios". */
  readonly doing: string;
  readonly children: (data: Data) => ReactNode;
}

const SKELETON_ROWS = ['92%', '80%', '86%', '74%', '82%'];

export function QueryBoundary<Data>({ read, doing, children }: QueryBoundaryProps<Data>) {
  const { data, error, refetch } = read;
  // What is not there is not there, whatever was read of it before: another state of the world is served now.
  if (error?.status === 404) return <NotFoundNotice error={error} wasThere={data !== undefined} />;
  const notice = error && <ErrorNotice error={error} doing={doing} onRetry={() => void refetch()} />;
  if (data !== undefined) {
    return (
      <>
        {error?.code !== 'unreachable' && notice}
        {children(data)}
      </>
    );
  }
  if (notice) return notice;
  return (
    <Paper p="md" display="grid" style={{ gap: 8 }} data-loading role="status" aria-label={`${doing}…`}>
      {SKELETON_ROWS.map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </Paper>
  );
}
