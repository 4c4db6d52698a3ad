/** The timeline of the world that is served: history only, nothing here changes it. */

import { Text } from '@mantine/core';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { TimelineView } from './timeline-view.tsx';

export function TimelinePage() {
  return (
    <Page>
      <title>Timeline · Ballast</title>
      <PageHeader>
        <h1>Timeline of the world</h1>
        <Text span c="dimmed">
          What happened, and how the world was then. Looking changes nothing.
        </Text>
      </PageHeader>
      <TimelineView past={null} />
    </Page>
  );
}
