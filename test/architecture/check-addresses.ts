/**
 * Finds addresses that are written out in the app: those of screens belong to `paths.ts`, those of the service to
 * `api`. Screens are identified by the addresses in `paths.ts`.
 */

import { type ESTree, Visitor } from 'vite';
import type { Finding } from './finding.ts';
import type { SourceFile } from './source-tree.ts';

const PATHS = 'src-renderer/paths.ts';
const API = 'src-renderer/api/';
const SERVICE = '/sim';

export function checkAddresses(files: readonly SourceFile[]): Finding[] {
  const screens = new Set(
    files.filter(({ path }) => path === PATHS).flatMap((file) => addressesIn(file).map(screenOf)),
  );
  return files
    .filter(({ path }) => path !== PATHS && !path.startsWith(API))
    .flatMap((file) =>
      addressesIn(file).flatMap((address) => {
        const screen = screenOf(address);
        const place = screen === SERVICE ? API : screen !== null && screens.has(screen) ? PATHS : null;
        if (place === null) return [];
        const message = `the address ${address.text} is written out; take it from ${place}`;
        return [{ check: 'addresses' as const, path: file.path, line: file.lineAt(address.position), message }];
      }),
    );
}

interface Address {
  /** Up to the first placeholder. */
  readonly text: string;
  readonly position: number;
}

/** Every string and template that begins with a slash. */
function addressesIn({ program }: SourceFile): Address[] {
  const found: Address[] = [];
  const add = (node: ESTree.Node, text: unknown) => {
    if (typeof text === 'string' && text.startsWith('/')) found.push({ text, position: node.start });
  };
  new Visitor({
    Literal: (node) => add(node, node.value),
    TemplateLiteral: (node) => add(node, node.quasis[0]?.value.cooked),
  }).visit(program);
  return found;
}

/** `/market` of `/market/prices` and of `/market?dialog=break`; null for the beginning of a template. */
function screenOf({ text }: Address): string | null {
  return /^\/[^/?#]+/.exec(text)?.[0] ?? null;
}
