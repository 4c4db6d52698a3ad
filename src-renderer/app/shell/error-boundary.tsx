/** Catches a fault of the app itself, so that a broken screen says so instead of going blank. Not for failed requests. */

import { Code } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { Page } from '../../components/layout/page.tsx';
import { paths } from '../../paths.ts';
import { ChunkLoadError } from './chunk-load-error.tsx';

/** How browsers say that a module, or the style of one, could not be fetched. */
const UNLOADED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

interface Props {
  /** What is looked at: another address is another chance. */
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
    if (UNLOADED.test(fault.message)) return <ChunkLoadError />;
    return (
      <Page>
        <EmptyPanel role="alert">
          <strong>This screen has a fault and could not be drawn.</strong>
          <Code>{fault.message}</Code>
          <p>
            <button type="button" onClick={() => window.location.reload()}>
              Reload the page
            </button>{' '}
            or <a href={paths.portfolios}>go to the portfolios</a>. The simulated world is not affected.
          </p>
        </EmptyPanel>
      </Page>
    );
  }
}
