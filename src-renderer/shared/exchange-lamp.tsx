/** An exchange with its lamp: full when open, hollow when closed, crossed when not connected; said in words too. */
interface ExchangeLampProps {
  readonly mic: string;
  readonly open: boolean;
  readonly connected?: boolean;
}

export function ExchangeLamp({ mic, open, connected = true }: ExchangeLampProps) {
  const state = connected ? (open ? 'open' : 'closed') : 'not connected';
  const mark = connected ? (open ? '●' : '○') : '✕';
  const tone = connected ? (open ? 'ok' : 'muted') : 'fail';
  return (
    <span className="nowrap">
      {mic}
      <span className={`lamp-mark ${tone}`} aria-hidden>
        {mark}
      </span>
      <span className="sr-only"> {state}</span>
    </span>
  );
}
