/** Types of data with exactly the fields of a schema: a field more is an error of the compiler, in spread objects, too. */

type Plain = string | number | boolean | null | undefined;

export type DeepReadonly<T> = T extends Plain
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** Of every member of a union; `keyof` knows only what all of them have. */
type KeyIn<T> = T extends unknown ? keyof T : never;
type MemberOf<T, K extends PropertyKey> = T extends { readonly [Key in K]?: infer Member } ? Member : never;
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;

/** What `Data` is beside itself: a field that `Allowed` does not have can have no value. */
export type ExactData<Data, Allowed> = Data extends Plain
  ? unknown
  : Data extends readonly (infer Item)[]
    ? readonly ExactData<Item, ItemOf<Allowed>>[]
    : { readonly [K in keyof Data]: K extends KeyIn<Allowed> ? ExactData<Data[K], MemberOf<Allowed, K>> : never };
