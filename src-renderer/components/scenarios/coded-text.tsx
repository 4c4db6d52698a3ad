/** A plain text in which backquotes mark code, as in the descriptions of scenario files. */
import { Code } from '@mantine/core';

/** A backquote without its pair is text. */
export function CodedText({ text }: { readonly text: string }) {
  const parts = [...text.matchAll(/`([^`]+)`|[^`]+|`/g)];
  return parts.map(({ 0: whole, 1: code, index: at }) => (code === undefined ? whole : <Code key={at}>{code}</Code>));
}
