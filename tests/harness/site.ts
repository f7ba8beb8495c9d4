import type { EditedView, SectionInput } from "@/features/institute/schema";

/** Calls a procedure of the site as an administrator. */
export type CallSite = (name: string, input: unknown) => Promise<EditedView>;

/** A client of the site's procedures with a bearer token. */
export function siteCaller(url: () => string, token: string): CallSite {
  return async (name, input) => {
    const isRead = name === "get";
    const answer = await fetch(`${url()}/api/trpc/institute.${name}`, {
      method: isRead ? "GET" : "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(!isRead && { body: JSON.stringify({ json: input }) }),
    });
    if (!answer.ok) throw new Error(`institute.${name} was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { result: { data: { json: EditedView } } }).result.data.json;
  };
}

type Part = Pick<SectionInput, "section" | "value">;

/** Saves parts of the site and publishes them. */
export async function publishParts(call: CallSite, parts: readonly Part[]): Promise<void> {
  let { draft } = await call("get", undefined);
  for (const { section, value } of parts) ({ draft } = await call("save", { section, value, seen: draft }));
  await call("publish", { seen: draft });
}
