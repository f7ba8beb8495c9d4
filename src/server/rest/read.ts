import "server-only";
import type { Context } from "hono";
import type { ZodObject, z } from "zod";
import type { Answering } from "./call";

/** What a read is asked: the places of its path, and its whole address. */
export type Asked = { params: Record<string, string>; address: URL };

/** What a read tells: its body, and for a list the cursor of its next page. */
export type Told<Body> = { body: Body; next?: string | null };

/**
 * A call that is asked by its address alone and tells JSON. It can be a route, and it can be answered with nothing between
 * the connection and the procedure: these are the calls that everyone makes at once.
 */
export type Read<Caller, Body = unknown> = {
  /** As the document has it, below `/api`. */
  path: string;
  tell: (caller: Caller, asked: Asked) => Promise<Told<Body>>;
};

/** What a read tells to the request of a route. */
export async function tellTo<Caller, Body>(
  context: Context<Answering<Caller>>,
  { tell }: Read<Caller, Body>,
): Promise<Body> {
  const address = new URL(context.req.url);
  const { body, next } = await tell(context.var.caller, { params: context.req.param(), address });
  if (next) context.header("link", linkTo(address, next));
  return body;
}

/** The address of the next page of a list, with the same filters, as the `Link` header has it (decision 21). */
export function linkTo(address: URL, cursor: string): string {
  const next = new URL(address);
  next.searchParams.set("cursor", cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}

/**
 * The part of the query that a schema knows, as it was sent: others are no concern of ours, and an empty one is as none. What
 * is said twice is a list. What a sender says has no type yet: the procedure reads it.
 */
export function queryOf<Schema extends ZodObject>(
  { address: { searchParams } }: Asked,
  { shape }: Schema,
): z.input<Schema> {
  const query = Object.keys(shape).flatMap((name) => {
    const values = searchParams.getAll(name).filter((value) => value.trim() !== "");
    return values.length === 0 ? [] : [[name, values.length > 1 ? values : values[0]]];
  });
  return Object.fromEntries(query);
}
