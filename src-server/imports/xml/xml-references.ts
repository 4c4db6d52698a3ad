/**
 * Resolves the references of XStream, by which a file contains each object once: a path from the element
 * (`../../security[3]`), or an id.
 */
import { childrenOf, type XmlNode } from './read-xml.ts';

export interface XmlReferences {
  /** Returns the element itself, or the one it refers to; `null` if there is no such element. */
  resolve(node: XmlNode): XmlNode | null;
}

/** Longest chain of references that is followed, because a file may refer in circles. */
const LONGEST_CHAIN = 100;

export function createXmlReferences(root: XmlNode): XmlReferences {
  const byId = new Map<string, XmlNode>();
  const pending: XmlNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { id } = node.attributes;
    if (id !== undefined) byId.set(id, node);
    for (const child of node.children) pending.push(child);
  }
  // Caches resolved elements: a path may be long, and many elements may lead to the same one.
  const followed = new Map<XmlNode, XmlNode | null>();
  const next = (node: XmlNode, reference: string) => {
    const known = followed.get(node);
    if (known !== undefined) return known;
    const found = byId.get(reference) ?? follow(node, reference);
    followed.set(node, found);
    return found;
  };
  return {
    resolve(start) {
      let node: XmlNode | null = start;
      for (let step = 0; step < LONGEST_CHAIN && node !== null; step += 1) {
        const { reference }: Readonly<Record<string, string>> = node.attributes;
        if (reference === undefined) return node;
        node = next(node, reference);
      }
      return null;
    },
  };
}

function follow(from: XmlNode, path: string): XmlNode | null {
  let node: XmlNode | null = from;
  for (const step of path.split('/')) {
    if (node === null) return null;
    if (step === '..') node = node.parent;
    else {
      const [, name = '', place = '1'] = /^([\w.-]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
      node = childrenOf(node, name)[Number(place) - 1] ?? null;
    }
  }
  return node;
}
