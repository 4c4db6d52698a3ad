/** Text word for word, which scrolls where it is long. */
interface CodeBlockProps {
  readonly text: string;
  /** What stands there instead of nothing. */
  readonly none: string;
  readonly wraps?: boolean;
}

export function CodeBlock({ text, none, wraps = true }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className="code" data-wraps={wraps ? '' : undefined} tabIndex={0}>
      {text || none}
    </pre>
  );
}
