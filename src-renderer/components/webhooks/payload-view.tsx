/** A payload, or another body: formatted for reading, or verbatim. */
import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { JsonView } from '../code/json-view.tsx';
import { CopyText } from '../layout/copy-text.tsx';
import classes from '../layout/inspector.module.css';

interface PayloadViewProps {
  readonly payload: string;
  readonly title?: string;
  /** In a sentence: "body of the request". */
  readonly what?: string;
  /** The meaning of an empty one. */
  readonly none?: string;
  /** Shown above it. */
  readonly children?: ReactNode;
}

export function PayloadView(props: PayloadViewProps) {
  const { payload, title = 'Payload', what = 'payload', none = 'It is empty.', children } = props;
  const [view, setView] = useState('pretty');
  return (
    <section aria-label={title}>
      <div className={classes.inspectorSection}>
        <h3>{title}</h3>
        {payload !== '' && (
          <>
            <CopyText text={payload} what={`the exact ${what}`} shown="" />
            <SegmentedControl
              aria-label={`How the ${what} is shown`}
              data={[
                { value: 'pretty', label: 'Pretty' },
                { value: 'raw', label: 'Raw' },
              ]}
              value={view}
              onChange={setView}
            />
          </>
        )}
      </div>
      {children}
      {payload === '' ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <JsonView text={payload} label={what} isRaw={view === 'raw'} />
      )}
    </section>
  );
}
