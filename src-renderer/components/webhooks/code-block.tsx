/** Text word for word, which scrolls where it is long. */
import classes from '../layout/inspector.module.css';

interface CodeBlockProps {
  readonly text: string;
  /** What stands there instead of nothing. */
  readonly none: string;
}

export function CodeBlock({ text, none }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className={classes.code} tabIndex={0}>
      {text || none}
    </pre>
  );
}
