import "server-only";
import type { Context } from "hono";

// What a sender says has no type yet: the procedure that it is handed to reads it with its own schema.

/** The body, as it was sent. */
export function bodyOf<Input>(context: { var: { body: unknown } }): Input {
  return context.var.body as Input;
}

/** The query, as it was sent; what is said twice is a list. */
export function queryOf<Input>(context: Context): Input {
  const said = new URL(context.req.url).searchParams;
  const query = [...new Set(said.keys())].map((name) => {
    const values = said.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  return Object.fromEntries(query) as Input;
}

/** Names the next page of a list in the answer's `Link` header, with the same filters (decision 21). */
export function linkNext(context: Context, cursor: string | null): void {
  if (cursor === null) return;
  const next = new URL(context.req.url);
  next.searchParams.set("cursor", cursor);
  context.header("link", `<${next.pathname}${next.search}>; rel="next"`);
}
