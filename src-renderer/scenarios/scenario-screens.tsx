/** The screens of one scenario, told apart by the end of the address: a file may lie in folders, so it may have any parts. */
import { useParams } from 'react-router';
import { RunTimelinePage } from '../timeline/run-timeline-page.tsx';
import { ScenarioPage } from './scenario-page.tsx';

const TIMELINE = '/timeline';

export function ScenarioScreens() {
  const { '*': path = '' } = useParams();
  if (path.endsWith(TIMELINE)) return <RunTimelinePage file={path.slice(0, -TIMELINE.length)} />;
  return <ScenarioPage />;
}
