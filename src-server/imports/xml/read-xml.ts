/**
 * Reads XML as nodes with their parents and places. Text that is not well-formed is refused at its line and column;
 * entities other than the five of XML are not expanded.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Without surrounding spaces; empty if it has only children. */
  readonly text: string;
  readonly children: readonly XmlNode[];
  readonly parent: XmlNode | null;
  /** Offset of its first character. */
  readonly offset: number;
}

type ReadXml =
  | { readonly ok: true; readonly root: XmlNode }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly issue: string };

const ATTRIBUTES = ':@';
const TEXT = '#text';
const PLACE = XMLParser.getMetaDataSymbol() as unknown as symbol;

/** Deeper than any file of such a program, and far from where a walk over the elements would overflow the stack. */
const DEEPEST = 200;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
  maxNestedTags: DEEPEST,
});

export function readXml(text: string): ReadXml {
  const checked = XMLValidator.validate(text);
  if (checked !== true) return { ok: false, line: checked.err.line, column: checked.err.col, issue: checked.err.msg };
  const bad = (issue: string): ReadXml => ({ ok: false, line: 1, column: 1, issue });
  const parsed = parse(text);
  if (typeof parsed === 'string') return bad(parsed);
  const first = parsed.find((each) => nameOf(each) !== TEXT);
  return first === undefined ? bad('has no element') : { ok: true, root: nodeOf(first, null) };
}

/**
 * Returns the elements, or why they are not read: the parser throws if its limits of levels and entities are exceeded.
 */
function parse(text: string): readonly Parsed[] | string {
  try {
    return parser.parse(text) as Parsed[];
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An element maps its name to its children, with its attributes as further members. */
type Parsed = Readonly<Record<string, unknown>> & {
  readonly [place: symbol]: { readonly startIndex?: number } | undefined;
};

function nameOf(parsed: Parsed): string {
  return Object.keys(parsed).find((key) => key !== ATTRIBUTES) ?? TEXT;
}

function nodeOf(parsed: Parsed, parent: XmlNode | null): XmlNode {
  const name = nameOf(parsed);
  const inside = parsed[name] as readonly Parsed[];
  const children: XmlNode[] = [];
  const texts = inside.filter((each) => nameOf(each) === TEXT).map((each) => String(each[TEXT]));
  const node: XmlNode = {
    name,
    attributes: (parsed[ATTRIBUTES] ?? {}) as Record<string, string>,
    text: texts.join('').trim(),
    children,
    parent,
    offset: parsed[PLACE]?.startIndex ?? 0,
  };
  for (const each of inside) if (nameOf(each) !== TEXT) children.push(nodeOf(each, node));
  return node;
}

/** Returns the first child of a name. */
export function childOf(node: XmlNode | null, name: string): XmlNode | null {
  return node === null ? null : (childrenOf(node, name)[0] ?? null);
}

/** Returns all children of a name; cached, because many elements may request them of the same node. */
export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  let named = byName.get(node);
  if (named === undefined) {
    named = Map.groupBy(node.children, (child) => child.name);
    byName.set(node, named);
  }
  return named.get(name) ?? [];
}

const byName = new WeakMap<XmlNode, ReadonlyMap<string, readonly XmlNode[]>>();
