/**
 * Types of data with exactly the fields of a schema: an additional field is a compiler error, in spread objects, too.
 */

type Plain = string | number | boolean | null | undefined;

export type DeepReadonly<T> = T extends Plain
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** Keys of every member of a union; `keyof` has only those that all members share. */
type KeyIn<T> = T extends unknown ? keyof T : never;
type MemberOf<T, K extends PropertyKey> = T extends { readonly [Key in K]?: infer Member } ? Member : never;
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;

/** Intersected with `Data`, makes a field that `Allowed` does not have impossible. */
export type ExactData<Data, Allowed> = Data extends Plain
  ? unknown
  : Data extends readonly (infer Item)[]
    ? readonly ExactData<Item, ItemOf<Allowed>>[]
    : { readonly [K in keyof Data]: K extends KeyIn<Allowed> ? ExactData<Data[K], MemberOf<Allowed, K>> : never };
