import type { MaterialView } from "@/features/materials/schema";

type Material = { className: string; subject: string; materialName: string; expiresAt: string | null };
type Sent = { name: string; type: string; bytes: Buffer };
type Answer = { serverData?: { material?: MaterialView; refused?: { message: string } }; error?: string };

/** The administrator at the other end of the wire: logs in, and speaks the browser's protocols with plain `fetch`. */
export async function publisher(url: string, { username, password }: { username: string; password: string }) {
  const cookies = new Map<string, string>();

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
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
  }

  const json = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify(body),
  });

  const { csrfToken } = (await (await call("/api/auth/csrf")).json()) as { csrfToken: string };
  const login = await call("/api/auth/callback/admin", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, username, password, json: "true" }),
  });
  if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);

  /** Uploads as the form does. @throws Error with the sentence of a refusal */
  async function upload(material: Material, { name, type, bytes }: Sent): Promise<MaterialView> {
    const asked = { files: [{ name, type, size: bytes.length, lastModified: 0 }], input: material };
    const place = await call("/api/uploadthing?actionType=upload&slug=material", json(asked));
    const [promised] = place.ok ? ((await place.json()) as { url: string }[]) : [];
    if (!promised) throw new Error(`No place was promised (${place.status}).`);
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
    const sent = await call(promised.url, { method: "PUT", headers: { range: "bytes=0-" }, body: form });
    const { serverData, error } = (await sent.json()) as Answer;
    if (!serverData?.material) throw new Error(error ?? serverData?.refused?.message ?? `Refused with ${sent.status}.`);
    return serverData.material;
  }

  /** Deletes a material. @throws Error unless the server says that it is gone */
  async function remove(id: string): Promise<void> {
    const answer = await call("/api/trpc/materials.remove", json({ id }));
    if (!answer.ok) throw new Error(`Not deleted (${answer.status}).`);
  }

  return { call, upload, remove };
}
