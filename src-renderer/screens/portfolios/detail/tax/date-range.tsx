/** `2021-03-15`, or `2021-03-15 – 2024-11-04`, which wraps only between its dates. */
interface DateRangeProps {
  readonly from: string;
  readonly to: string;
}

export function DateRange({ from, to }: DateRangeProps) {
  const date = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;
  if (from === to) return date(from);
  return (
    <>
      {date(from)} – {date(to)}
    </>
  );
}
