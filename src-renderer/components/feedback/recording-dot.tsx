/** The dot of an active recording; a word beside it says the same. */
import classes from './recording-dot.module.css';

export function RecordingDot() {
  return <span className={classes.recordingDot} aria-hidden />;
}
