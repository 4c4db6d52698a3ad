/** Headers as lines, with a button to copy all of them. States if there are none. */
import { Text } from '@mantine/core';
import { CodeBlock } from '../code/code-block.tsx';
import { CopyText } from '../layout/copy-text.tsx';
import { headerLines } from './parse-headers.ts';

interface HeaderLinesProps {
  readonly title: string;
  /** Description of the copied text: "the headers that were sent". */
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function HeaderLines({ title, what, headers }: HeaderLinesProps) {
  const text = headerLines(headers);
  return (
    <>
      <Text c="dimmed" mt="sm" mb="xs">
        {title} {text !== '' && <CopyText text={text} what={what} shown="" />}
      </Text>
      <CodeBlock text={text} none="(none)" />
    </>
  );
}
