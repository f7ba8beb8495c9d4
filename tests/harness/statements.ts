import pg from "pg";
import { vi } from "vitest";

/** What a call returns, and the text of each statement that it sends to the database. */
export async function statementsOf<Result>(call: () => Promise<Result>) {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await call();
    const statements = sent.mock.calls.map(([query]: unknown[]) => String((query as { text?: string }).text ?? query));
    return { result, statements };
  } finally {
    sent.mockRestore();
  }
}
