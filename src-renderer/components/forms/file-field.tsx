/** A field for one or several files, chosen or dropped on it. */
import classes from './file-field.module.css';

interface FileFieldProps {
  readonly label: string;
  /** As in an `input`: file extensions and media types. */
  readonly accept: string;
  readonly multiple?: boolean;
  /** Receives the first file, and all of them. */
  readonly onChoose: (file: File, all: readonly File[]) => void;
}

export function FileField({ label, accept, multiple = false, onChoose }: FileFieldProps) {
  return (
    <label className={classes.fileField}>
      <span>{label}</span>
      <input
        type="file"
        data-autofocus
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const all = [...(event.currentTarget.files ?? [])];
          const [file] = all;
          if (file !== undefined) onChoose(file, all);
        }}
      />
    </label>
  );
}
