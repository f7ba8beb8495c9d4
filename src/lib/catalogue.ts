declare const brand: unique symbol;

/** The key and the parameters of a sentence, as text: `materials.fileTooLarge [16]`. See {@link wordsOf}. */
export type Message = string & { readonly [brand]: true };

/** The name of a field in a sentence: a message, or the name of the field in the API. */
export type Label = Message | Lowercase<string>;

type Sentence = string | ((...params: never[]) => string);
type Key<Sentences> = { [Name in keyof Sentences]: Sentences[Name] extends Sentence ? Name : never }[keyof Sentences];
type Params<Said> = Said extends (...params: infer All) => string ? All : [];

const catalogues = new Map<string, Record<string, unknown>>();

/** Registers the sentences of a room. Returns a function that makes a message from a key and its parameters. */
export function catalogue<Sentences extends Record<string, unknown>>(name: string, sentences: Sentences) {
  catalogues.set(name, sentences);
  return <Said extends Key<Sentences> & string>(key: Said, ...params: Params<Sentences[Said]>) =>
    (params.length === 0 ? `${name}.${key}` : `${name}.${key} ${JSON.stringify(params)}`) as Message;
}

/** The key of a message without its parameters. */
export function keyOf(message: Message): string {
  return message.split(" ", 1)[0] ?? message;
}

/** The sentence of a message; any other text stays as it is. */
export function wordsOf(message: string): string {
  const [, name = "", key = "", params = "[]"] = /^(\w+)\.(\w+)(?: (\[.*\]))?$/s.exec(message) ?? [];
  const sentence = catalogues.get(name)?.[key];
  if (typeof sentence === "function") return String(sentence(...JSON.parse(params)));
  return typeof sentence === "string" ? sentence : message;
}
