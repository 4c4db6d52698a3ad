/** Shown for an address that leads nowhere. */
import { Code } from '@mantine/core';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { EmptyPanel } from '../layout/empty-panel.tsx';
import { NextStep } from '../layout/next-step.tsx';
import { Page } from '../layout/page.tsx';

export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <Page>
      <EmptyPanel>
        <h1>There is no page at this address.</h1>
        <Code>{pathname}</Code> may be mistyped, or the page may have been removed.
        <NextStep to={paths.portfolios}>Go to the portfolios</NextStep>
      </EmptyPanel>
    </Page>
  );
}
