/**
 * Follows the references of XStream, by which a file has each object once: a path from the element
 * (`../../security[3]`), or an identifier.
 */
import type { XmlNode } from './read-xml.ts';

export interface XmlReferences {
  /** The element that stands for this one: itself, or the one it refers to; `null` where there is no such element. */
  resolve(node: XmlNode): XmlNode | null;
}

/** A file that refers in circles is followed so far. */
const LONGEST_CHAIN = 100;

export function createXmlReferences(root: XmlNode): XmlReferences {
  const byId = new Map<string, XmlNode>();
  const pending: XmlNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { id } = node.attributes;
    if (id !== undefined) byId.set(id, node);
    pending.push(...node.children);
  }
  return {
    resolve(start) {
      let node: XmlNode | null = start;
      for (let step = 0; step < LONGEST_CHAIN && node !== null; step += 1) {
        const { reference }: Readonly<Record<string, string>> = node.attributes;
        if (reference === undefined) return node;
        node = byId.get(reference) ?? follow(node, reference);
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
      node = node.children.filter((child) => child.name === name)[Number(place) - 1] ?? null;
    }
  }
  return node;
}
