/** What stands in place of a screen whose code could not be fetched: the service is gone. Loads it when it is back. */
import { useEffect, useRef, useState } from 'react';
import { findService } from '../../api/api-client.ts';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useConnection } from '../../state/connection-store.ts';

/** A page that is loaded while nobody answers would be the browser's own error, with no way back. */
export function ChunkLoadError() {
  const connection = useConnection((state) => state.state);
  const wasLost = useRef(false);
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    if (connection === 'lost') wasLost.current = true;
    if (connection === 'connected' && wasLost.current) window.location.reload();
  }, [connection]);
  const tryAgain = () => {
    setTrying(true);
    findService().then(
      () => window.location.reload(),
      () => setTrying(false),
    );
  };
  return (
    <Page>
      <EmptyPanel role="alert">
        <strong>This screen could not be loaded: the Ballast service does not answer.</strong>
        It may have been stopped. The screen comes by itself when the service is back.
        <p>
          <button type="button" disabled={isTrying} onClick={tryAgain}>
            Try again
          </button>
        </p>
      </EmptyPanel>
    </Page>
  );
}
