/** The input of a signature, the expected and the received one, with the place of their first difference. */
import { Code, Group, Text } from '@mantine/core';
import type { SignatureExplanationWire } from '../../../src-server/contract/control/webhooks/signature.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { formatCount, plural } from '../format/format-number.ts';
import { CopyText } from '../layout/copy-text.tsx';
import { Dimmed } from '../layout/dimmed.tsx';
import inspectorClasses from '../layout/inspector.module.css';
import { Toned } from '../layout/toned.tsx';
import { useEndpointNames } from './endpoint-names.ts';
import { formatAge, formatReceived, formatSecret } from './format-verdict.ts';
import classes from './signature.module.css';

const PAIRS = `${inspectorClasses.inspectorFacts} ${classes.signaturePairs}`;

export function SignatureDetails({ signature }: { readonly signature: SignatureExplanationWire }) {
  const age = formatAge(signature.age_s);
  const names = useEndpointNames();
  return (
    <>
      <section aria-label="Signatures">
        <Group component="h3" className={classes.signatureHead} mb="xs">
          Expected and received
        </Group>
        <dl className={PAIRS}>
          {signature.expected.map((expected) => (
            <Signature key={`${expected.kind} ${expected.signature}`} term="Expected" text={expected.signature}>
              by {formatSecret(expected, names)}
            </Signature>
          ))}
          {signature.received.map(({ signature: text, matches }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may contain the same signature twice
            <Signature key={position} term="Received" text={text} parted={partedFromExpected(signature, text)}>
              <ReceivedVerdict {...formatReceived(signature, matches, names)} />
            </Signature>
          ))}
        </dl>
        {signature.received.length === 0 && <Text c="dimmed">No signature was received.</Text>}
        {age !== null && <Text c="dimmed">It was {age}.</Text>}
      </section>
      <BodyDifference difference={signature.body_difference} />
      <section aria-label="Signed content">
        <Group className={classes.signatureHead} gap="sm" mb="xs">
          <h3>Signed content</h3>
          <Dimmed>{formatCount(signature.signed_bytes)} bytes</Dimmed>
          <CopyText text={signature.signed_content} what="the signed content" shown="" />
        </Group>
        <Text c="dimmed">
          Id, timestamp and body, joined by dots. The signature is the HMAC-SHA256 of this content in base64; its key is
          the part of the secret after <Code>whsec_</Code>, decoded from base64.
        </Text>
        <CodeBlock text={signature.signed_content} none="(nothing)" />
      </section>
    </>
  );
}

function ReceivedVerdict({ label, tone }: ReturnType<typeof formatReceived>) {
  return <Toned tone={tone}>{label}</Toned>;
}

interface SignatureProps {
  readonly term: string;
  readonly text: string;
  readonly parted?: Parted | null;
  readonly children: React.ReactNode;
}

function Signature({ term, text, parted = null, children }: SignatureProps) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <CopyText text={text} what={`the ${term.toLowerCase()} signature`} shown={marked(text, parted)} />
        <Text component="div" c="dimmed">
          {children}
        </Text>
      </dd>
    </>
  );
}

/** Marks where a text differs from the other one; an end that comes too early is marked too. */
function marked(text: string, parted: Parted | null | undefined) {
  if (!parted) return text;
  return (
    <>
      {parted.same}
      <mark className={classes.signatureMark}>{parted.mark || '∎'}</mark>
      {parted.rest}
    </>
  );
}

function partedFromExpected({ expected }: SignatureExplanationWire, received: string): Parted | null {
  const all = expected.map(({ signature }) => signature);
  const closest = closestTo(received, all);
  return closest === undefined ? null : (firstDifference(received, closest)?.[0] ?? null);
}

function BodyDifference({ difference }: { readonly difference: SignatureExplanationWire['body_difference'] }) {
  if (difference === null) return null;
  const { sent, received, offset, fields } = difference;
  const parted = firstDifference(sent, received);
  return (
    <section aria-label="Where the body differs">
      <Group className={classes.signatureHead} gap="sm" mb="xs">
        <h3>Where the body differs</h3>
        <Dimmed>{offset === 0 ? 'from the first byte' : `after ${plural(offset, 'identical byte')}`}</Dimmed>
      </Group>
      <dl className={PAIRS}>
        <dt>Sent</dt>
        <Text component="dd" ff="monospace" fz="xs">
          {marked(sent, parted?.[0])}
        </Text>
        <dt>Received</dt>
        <Text component="dd" ff="monospace" fz="xs">
          {marked(received, parted?.[1])}
        </Text>
        {fields.length > 0 && (
          <>
            <dt>As JSON</dt>
            <dd>
              {fields.map(({ pointer, change }) => (
                <div key={pointer}>
                  <Code>{pointer || '/'}</Code>: {change}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** A text as it differs from another: their common start, its first character that differs, and the rest. */
interface Parted {
  readonly same: string;
  /** Empty if the text ends here. */
  readonly mark: string;
  readonly rest: string;
}

/** `null` for equal texts. Characters are whole: surrogate pairs are not split. */
export function firstDifference(left: string, right: string): readonly [Parted, Parted] | null {
  if (left === right) return null;
  const length = Math.min(left.length, right.length);
  let offset = 0;
  while (offset < length && left.charCodeAt(offset) === right.charCodeAt(offset)) offset += 1;
  // Two different characters may share the first half of their pairs.
  if (isHighSurrogate(left.charCodeAt(offset - 1))) offset -= 1;
  return [partedAt(left, offset), partedAt(right, offset)];
}

/** The text that shares the longest start with `text`; undefined if there are none. */
export function closestTo(text: string, candidates: readonly string[]): string | undefined {
  const shared = (candidate: string) => firstDifference(text, candidate)?.[0].same.length ?? text.length + 1;
  return [...candidates].sort((left, right) => shared(right) - shared(left))[0];
}

function partedAt(text: string, offset: number): Parted {
  const mark = String.fromCodePoint(...[text.codePointAt(offset)].filter((point) => point !== undefined));
  return { same: text.slice(0, offset), mark, rest: text.slice(offset + mark.length) };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
