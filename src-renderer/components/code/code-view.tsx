/**
 * JSON or YAML, highlighted, read-only or editable. The editor is loaded when it is first shown; until then the text is
 * plain.
 */
import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor.tsx';
import classes from './code-view.module.css';

interface CodeViewProps extends CodeEditorProps {
  /** Pixels or a CSS length; longer text scrolls. */
  readonly maxHeight?: number | string;
}

const CodeEditor = lazy(() => import('./code-editor.tsx').then((m) => ({ default: m.CodeEditor })));

export function CodeView({ maxHeight = 320, ...code }: CodeViewProps) {
  const height = typeof maxHeight === 'number' ? `${maxHeight}px` : maxHeight;
  return (
    <Box className={classes.frame} __vars={{ '--code-height': height }}>
      <Suspense fallback={<pre data-loading>{code.value}</pre>}>
        <CodeEditor {...code} />
      </Suspense>
    </Box>
  );
}
