/** Text word for word, which scrolls where it is long. */
import classes from '../layout/inspector.module.css';

/** `none` stands there instead of nothing. */
export function CodeBlock({ text, none }: { readonly text: string; readonly none: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className={classes.code} tabIndex={0}>
      {text || none}
    </pre>
  );
}
