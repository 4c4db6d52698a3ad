/**
 * Catches an error of the app itself, so that a broken screen reports it instead of going blank. Not for failed
 * requests.
 */
import { Code } from '@mantine/core';
import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { findService } from '../../api/api-client.ts';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { NextStep } from '../../components/layout/next-step.tsx';
import { Page } from '../../components/layout/page.tsx';
import { paths } from '../../paths.ts';
import { useConnection } from '../../state/connection-store.ts';

/** Browsers' messages for a module, or its style, that could not be fetched. */
const UNLOADED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

interface Props {
  /** The current address: a new address resets the error. */
  readonly address?: string;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { fault: Error | null }> {
  override state: { fault: Error | null } = { fault: null };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override componentDidUpdate(before: Props) {
    if (before.address !== this.props.address && this.state.fault !== null) this.setState({ fault: null });
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <Page>
        <EmptyPanel role="alert">
          {UNLOADED.test(fault.message) ? <ChunkLoadError /> : <DrawingFault message={fault.message} />}
        </EmptyPanel>
      </Page>
    );
  }
}

function DrawingFault({ message }: { readonly message: string }) {
  return (
    <>
      <strong>This screen could not be shown because of a bug in the app.</strong>
      <Code>{message}</Code>
      <div>
        The simulated world is not affected. You can also <a href={paths.portfolios}>go to the portfolios</a>.
      </div>
      <NextStep onClick={() => window.location.reload()}>Reload the page</NextStep>
    </>
  );
}

/**
 * Shown in place of a screen whose code could not be loaded. Reloading while the service is unreachable would show the
 * browser's own error, with no way back, so the page is reloaded when the service is back.
 */
function ChunkLoadError() {
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
    <>
      <strong>This screen could not be loaded, because the Ballast service does not respond.</strong>
      It may have been stopped. The screen appears as soon as the service is back.
      <NextStep isPending={isTrying} onClick={tryAgain}>
        Try again
      </NextStep>
    </>
  );
}
