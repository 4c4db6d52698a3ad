/** The payload of a delivery: laid out to be read, or the exact bytes that were signed. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '../layout/copy-text.tsx';
import classes from '../layout/inspector.module.css';
import { CodeBlock } from './code-block.tsx';

export function PayloadView({ payload }: { readonly payload: string }) {
  const [view, setView] = useState('pretty');
  return (
    <section aria-label="Payload">
      <div className={classes.inspectorSection}>
        <h3>Payload</h3>
        <CopyText text={payload} what="the exact payload" shown="" />
        <SegmentedControl
          aria-label="How the payload is shown"
          data={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <CodeBlock text={view === 'pretty' ? pretty(payload) : payload} none="(empty)" />
    </section>
  );
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
