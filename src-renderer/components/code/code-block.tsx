/** Verbatim text, which scrolls if it is long. */
import classes from '../layout/inspector.module.css';

/** `none` is shown if the text is empty. */
export function CodeBlock({ text, none }: { readonly text: string; readonly none: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className={classes.code} tabIndex={0}>
      {text || none}
    </pre>
  );
}
