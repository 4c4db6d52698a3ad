/**
 * Finds invalid ids in paths: a name in place of its value, as in other tools (`{rebalance}`), a text that is not an
 * id, and an id of the wrong kind (decision K141).
 */
import { DOCUMENT_BASES } from '../../contract/openapi/bases.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import { hasReference, REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { valueAt } from '../references/json-pointer.ts';
import { identifierPrefix } from './check-identifiers.ts';
import { mayBeRefused } from './check-paths.ts';
import { requestedOperation, type SavedShapes } from './response-shapes.ts';

interface PathFault {
  readonly pointer: string;
  readonly issue: string;
}

/**
 * Paths in steps; in paths that a client is expected to have sent, only names are reported, because a client may send
 * anything.
 */
const PATHS: readonly { readonly pointer: string; readonly status: string | null }[] = [
  { pointer: '/request/path', status: '/expect/status' },
  { pointer: '/control/path', status: '/expect/status' },
  { pointer: '/until/get/path', status: '/until/expect/status' },
  { pointer: '/until/state/path', status: '/until/expect/status' },
  { pointer: '/expect_journal/match/path', status: null },
  { pointer: '/fault/match/path', status: null },
];

/** Prefixes of the ids that follow a segment of a path. */
const BEHIND: Readonly<Record<string, string>> = {
  portfolios: 'pf',
  rebalance: 'rb',
  rebalances: 'rb',
  'mifid-records': 'mr',
  orders: 'or',
  webhooks: 'wh',
  deliveries: 'dl',
  faults: 'ft',
  'cash-flows': 'cf',
  'corporate-actions': 'ca',
  'bulk-rebalances': 'bk',
};

export function pathIdFaults(step: object, known: SavedShapes): PathFault[] {
  return PATHS.flatMap(({ pointer, status }) => {
    const written = valueAt(step, pointer);
    if (typeof written !== 'string') return [];
    const mayBeOther = status === null || mayBeRefused(valueAt(step, status));
    const parts = partsOf(written);
    return parts.flatMap((part, index) => {
      if (status === null && /^\{\w+\}$/.test(part) && !known.has(part.slice(1, -1)))
        return [{ pointer, issue: `has ${part} literally: write * for any identifier` }];
      const name = nameIn(part, known);
      if (name !== null) return [{ pointer, issue: asItStands(part, name) }];
      const before = parts[index - 1] ?? '';
      const prefix = Object.hasOwn(BEHIND, before) ? BEHIND[before] : undefined;
      if (prefix === undefined || part === '' || /\*|\{\{/.test(part)) return [];
      const isName = identifierPrefix(`\${${part}}`, known) !== null;
      if (isName) return [{ pointer, issue: asItStands(part, part) }];
      // An unknown path is reported as a whole.
      if (mayBeOther || PATH_SEGMENTS.has(part) || !isKnown(step, pointer)) return [];
      return otherFault(part, prefix, known).map((issue) => ({ pointer, issue }));
    });
  });
}

function isKnown(step: object, pointer: string): boolean {
  const kind = pointer.startsWith('/request') ? 'request' : pointer.startsWith('/control') ? 'control' : null;
  return kind === null || requestedOperation(kind, valueAt(step, `/${kind}`)) !== undefined;
}

/** Without the base and the query; a reference may contain slashes. */
function partsOf(written: string): string[] {
  const references: string[] = [];
  const text = written.replace(REFERENCE, (reference) => `\uf8ff${references.push(reference) - 1}\uf8ff`);
  const [path = ''] = text.split('?');
  const base = Object.values(DOCUMENT_BASES).find((each) => path.startsWith(`${each}/`)) ?? '';
  return path
    .slice(base.length)
    .split('/')
    .map((part) => part.replaceAll(/\uf8ff(\d+)\uf8ff/g, (_, index) => references[Number(index)] ?? ''));
}

/** The name in a segment that is written as in other tools. */
function nameIn(part: string, known: SavedShapes): string | null {
  const [, ...forms] =
    /^(?:\$|:)([a-zA-Z_][\w-]*)$|^\$?\{([a-zA-Z_][\w-]*)\}$|^\$?\(([a-zA-Z_][\w-]*)\)$|^<([a-zA-Z_][\w-]*)>$/.exec(
      part,
    ) ?? [];
  const name = forms.find((each) => each !== undefined);
  return name !== undefined && !hasReference(part) && known.has(name) ? name : null;
}

function asItStands(part: string, name: string): string {
  return `has ${part} literally: write \${${name}}`;
}

/** Fixed segments of operations' paths: if one is at a wrong place, the path is reported as a whole. */
const PATH_SEGMENTS: ReadonlySet<string> = new Set(
  Object.values(DOCUMENTS).flatMap(({ operations }) => operations.flatMap(({ path }) => path.split('/'))),
);

function otherFault(part: string, prefix: string, known: SavedShapes): string[] {
  if (hasReference(part)) {
    const own = identifierPrefix(part, known);
    return own === null || own === prefix
      ? []
      : [`has ${part}, which begins with ${own}_, where an identifier that begins with ${prefix}_ belongs`];
  }
  if (part.startsWith(`${prefix}_`)) return [];
  return known.has(part)
    ? [asItStands(part, part)]
    : [
        `has ${part} where an identifier that begins with ${prefix}_ belongs, which nobody writes out: write a name, as \${…}`,
      ];
}
