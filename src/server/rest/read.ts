import "server-only";
import type { Context } from "hono";
import type { ZodObject, z } from "zod";
import { AppError } from "@/lib/errors";

/** Adds the next page, with the same filters, to the `Link` header (decision 21). */
export function linkNext({ req, header }: Context, cursor: string | null, parameter = "cursor"): void {
  if (cursor === null) return;
  const next = new URL(req.url);
  next.searchParams.set(parameter, cursor);
  header("link", `<${next.pathname}${next.search}>; rel="next"`);
}

/** Like {@link linkNext}, for a list with numbered pages. */
export function linkPage(context: Context, { page, pages }: { page: number; pages: number }): void {
  linkNext(context, page < pages ? String(page + 1) : null, "page");
}

// Inputs of the office's lists name these filters as the URLs of its pages do.
const documentedNames: Record<string, string> = { class: "className", search: "q" };

/** The name of a filter in the document; the name of the field is accepted, too. */
export const parameterOf = (field: string) => documentedNames[field] ?? field;

/** The error of a refused query, with its issues at the names that the document uses. */
export function inParameters({ code, message, issues, headers }: AppError): AppError {
  const named = issues?.map(({ path: [first, ...rest], message }) => ({
    path: typeof first === "string" ? [parameterOf(first), ...rest] : [],
    message,
  }));
  return new AppError(code, message, named, headers);
}

/** Query parameters that the schema knows, unparsed. Drops empty ones; a repeated parameter becomes a list. */
export function queryOf<Schema extends ZodObject>({ req }: Context, { shape }: Schema): z.input<Schema> {
  const { searchParams } = new URL(req.url);
  const query = Object.keys(shape).flatMap((name) => {
    const names = new Set([parameterOf(name), name]);
    const values = [...names].flatMap((asked) => searchParams.getAll(asked)).filter((value) => value.trim() !== "");
    return values.length === 0 ? [] : [[name, values.length > 1 ? values : values[0]]];
  });
  return Object.fromEntries(query);
}
