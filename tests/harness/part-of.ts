type Whole = Date | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ((...given: never) => unknown);
/** Some fields of a value, of their types. */
export type Part<T> = T extends Whole ? T : T extends object ? { [Field in keyof T]?: Part<T[Field]> } : T;

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;
type FieldOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Field> = T extends unknown ? (Field extends keyof T ? T[Field] : never) : never;
/** What is given, with `never` in each field that the value does not have; fields of an object that was spread are only checked so. */
type Known<Given, T> = Given extends Whole
  ? unknown
  : Given extends readonly (infer Item)[]
    ? readonly Known<Item, ItemOf<T>>[]
    : Given extends object
      ? { [Field in keyof Given]: Field extends FieldOf<T> ? Known<Given[Field], ValueOf<T, Field>> : never }
      : unknown;

/**
 * Takes a part of a large value for the whole, where a test reads no other field of it. The result's type has to be declared
 * where it is used: `const found: StudentView = partOf({ name: "Asha Rao" })`.
 */
export function partOf<T, const Given = unknown>(given: Given & Part<NoInfer<T>> & Known<Given, NoInfer<T>>): T {
  return given as T;
}
