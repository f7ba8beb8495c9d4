type Credentials = { username: string; password: string } | { email: string; password: string };

/** Sends a request with the cookies of a login. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** Logs in like the form, with `fetch`, and keeps the cookies. @throws Error with the server's message */
export async function logInTo(url: string, credentials: Credentials): Promise<Call> {
  const cookies = new Map<string, string>();
  const call: Call = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(path, url), {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = (await (await call("/api/auth/csrf")).json()) as { csrfToken: string };
  const login = await call(`/api/auth/callback/${"email" in credentials ? "user" : "admin"}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, ...credentials, json: "true" }),
  });
  if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);
  return call;
}
