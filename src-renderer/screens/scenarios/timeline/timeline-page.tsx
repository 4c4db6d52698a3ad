/** The timeline of the world that is served: history only, nothing here changes it. */
import { TimelineView } from './timeline-view.tsx';

export function TimelinePage() {
  return (
    <div className="page">
      <title>Timeline · Ballast</title>
      <div className="page-header">
        <h1>Timeline of the world</h1>
        <span className="muted">What happened, and how the world was then. Looking changes nothing.</span>
      </div>
      <TimelineView past={null} />
    </div>
  );
}
