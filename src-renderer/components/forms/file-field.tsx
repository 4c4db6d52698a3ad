/** A field that takes one file, chosen or dropped on it. */
import classes from './file-field.module.css';

interface FileFieldProps {
  readonly label: string;
  /** As of an `input`: endings and media types. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

export function FileField({ label, accept, onChoose }: FileFieldProps) {
  return (
    <label className={classes.fileField}>
      <span>{label}</span>
      <input
        type="file"
        data-autofocus
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onChoose(file);
        }}
      />
    </label>
  );
}
