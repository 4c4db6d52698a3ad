/** What an address shows that leads nowhere. */
import { Code } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { EmptyPanel } from '../layout/empty-panel.tsx';
import { Page } from '../layout/page.tsx';

export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <Page>
      <EmptyPanel>
        <h1>There is no page at this address.</h1>
        <Code>{pathname}</Code>
        <p>
          <Link to={paths.portfolios}>Go to the portfolios</Link>
        </p>
      </EmptyPanel>
    </Page>
  );
}
