/** One half of an exchange word for word: its headers, and its body laid out to be read or exactly as it was. */
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/layout/inspector.module.css';
import trafficClasses from '../traffic.module.css';
import { prettyJson } from './format-request.ts';

interface MessageViewProps {
  /** "Request" */
  readonly title: string;
  /** First line: method and path, or the status. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: there was none. */
  readonly body: string | null;
  /** What an empty body means. */
  readonly noBody: string;
}

export function MessageView({ title, line, headers, body, noBody }: MessageViewProps) {
  const [view, setView] = useState('pretty');
  const isEmpty = body === null || body === '';
  const count = Object.keys(headers).length;
  return (
    <section aria-label={title}>
      <div className={classes.inspectorSection}>
        <h3>{title}</h3>
        {!isEmpty && (
          <>
            <CopyText text={body} what={`the exact body of the ${title.toLowerCase()}`} shown="" />
            <SegmentedControl
              aria-label={`How the body of the ${title.toLowerCase()} is shown`}
              data={VIEWS}
              value={view}
              onChange={setView}
            />
          </>
        )}
      </div>
      <Text ff="monospace" fz="xs" className={trafficClasses.messageLine}>
        {line}
      </Text>
      {count > 0 && (
        <details className={classes.inspectorDetails}>
          <summary>{plural(count, 'header')}</summary>
          <HeaderList headers={headers} />
        </details>
      )}
      {isEmpty ? (
        <Text c="dimmed" className={trafficClasses.messageLine}>
          {noBody}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <pre className={classes.code} tabIndex={0}>
          {view === 'pretty' ? prettyJson(body) : body}
        </pre>
      )}
    </section>
  );
}

const VIEWS = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
];

function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <Text component="dl" ff="monospace" fz="xs" className={trafficClasses.messageHeaders}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Text>
  );
}
