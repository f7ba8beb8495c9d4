import { handleTrpc } from "@/http/trpc";

/** Calls a procedure over HTTP, with a cookie. */
export const callTrpc = (path: string, json: unknown, cookie = "") =>
  handleTrpc(
    new Request(`http://localhost:3000/api/trpc/${path}`, {
      method: "POST",
      body: JSON.stringify({ json }),
      headers: { host: "localhost:3000", "content-type": "application/json", cookie },
    }),
  );
