/**
 * JSON for reading: formatted, highlighted, foldable and searchable. Other text is shown as it is. For long text, only
 * the beginning.
 */
import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '../format/format-number.ts';
import { prettyJson } from '../format/pretty-json.ts';
import { CodeBlock } from './code-block.tsx';
import { CodeView } from './code-view.tsx';

interface JsonViewProps {
  readonly text: string;
  /** Description for screen readers: "payload". */
  readonly label: string;
  /** Verbatim, without formatting. */
  readonly isRaw?: boolean;
  readonly maxHeight?: number;
}

/** Up to this length, formatting and rendering cause no noticeable delay. */
const SHOWN_AT_ONCE = 100_000;

export function JsonView({ text, label, isRaw = false, maxHeight = 360 }: JsonViewProps) {
  const [showsAll, setShowsAll] = useState(false);
  const laidOut = useMemo(() => (isRaw ? text : prettyJson(text)), [text, isRaw]);
  const isCut = laidOut.length > SHOWN_AT_ONCE && !showsAll;
  const shown = isCut ? laidOut.slice(0, SHOWN_AT_ONCE) : laidOut;
  return (
    <>
      {isRaw || !/^\s*[[{]/.test(shown) ? (
        <CodeBlock text={shown} none="(empty)" />
      ) : (
        <CodeView value={shown} language="json" label={label} maxHeight={maxHeight} tools />
      )}
      {isCut && (
        <Group gap="sm" mt="xs">
          <Text c="dimmed">
            The first {formatCount(SHOWN_AT_ONCE)} of {formatCount(laidOut.length)} characters.
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => setShowsAll(true)}>
            Show all
          </Button>
        </Group>
      )}
    </>
  );
}
