/**
 * Reads the data of the first screen before the first render: rendering an empty page first would take as long as a
 * full one.
 */
import type { QueryClient } from '@tanstack/react-query';
import { clockQuery } from '../../api/clock-api.ts';
import { faultsQuery } from '../../api/faults-api.ts';
import { exchangesQuery, rateTableQuery } from '../../api/market-api.ts';
import { portfoliosQuery } from '../../api/portfolios-api.ts';
import { recordingsQuery } from '../../api/recordings-api.ts';
import { webhooksQuery } from '../../api/webhooks-api.ts';
import { fingerprintQuery, sessionQuery } from '../../api/world-api.ts';
import { paths } from '../../paths.ts';
import { shownPath } from '../../state/own-world.ts';

/** If the service takes longer than this, the page is rendered while waiting. */
const PATIENCE_MS = 150;

/**
 * Resolves once all data is read or has failed and the screen is loaded, at the latest at the end of the time limit. A
 * failed read is reported where its data is shown. Reading begins when the live stream is open, so that no change
 * between the two is missed.
 */
export async function readFirst(
  queryClient: QueryClient,
  streamOpen: Promise<void>,
  screenLoaded: Promise<unknown>,
): Promise<void> {
  const pathname = shownPath();
  const isList = pathname === '/' || pathname === paths.portfolios;
  const read = async () => {
    await streamOpen;
    await Promise.all([
      ...(isList ? [queryClient.prefetchQuery(portfoliosQuery), queryClient.prefetchQuery(rateTableQuery)] : []),
      queryClient.prefetchQuery(clockQuery),
      queryClient.prefetchQuery(exchangesQuery),
      queryClient.prefetchQuery(sessionQuery),
      queryClient.prefetchQuery(fingerprintQuery),
      queryClient.prefetchQuery(recordingsQuery),
      queryClient.prefetchQuery(faultsQuery),
      queryClient.prefetchQuery(webhooksQuery),
    ]);
  };
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.all([read(), screenLoaded]), patience]);
}
