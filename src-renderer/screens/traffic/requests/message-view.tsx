/** One half of an exchange word for word: its headers, and its body laid out to be read or exactly as it was. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
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
      <div className="inspector-section">
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
      <p className="message-line mono">{line}</p>
      {count > 0 && (
        <details className="inspector-details">
          <summary>{plural(count, 'header')}</summary>
          <HeaderList headers={headers} />
        </details>
      )}
      {isEmpty ? (
        <p className="message-line muted">{noBody}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <pre className="code" tabIndex={0}>
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
    <dl className="message-headers mono">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
