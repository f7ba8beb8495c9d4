import type { MaterialView } from "@/features/materials/schema";
import { logInTo } from "./logged-in";

type Material = { className: string; subject: string; materialName: string; expiresAt: string | null };
type Sent = { name: string; type: string; bytes: Buffer };
type Answer = { serverData?: { material?: MaterialView; refused?: { message: string } }; error?: string };

/** The administrator's browser client over plain `fetch`. */
export async function publisher(url: string, credentials: { username: string; password: string }) {
  const call = await logInTo(url, credentials);
  const json = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify(body),
  });

  /** Uploads like the form. @throws Error with the server's message */
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

  /** Deletes a material. @throws Error unless the server confirms it */
  async function remove(id: string): Promise<void> {
    const answer = await call("/api/trpc/materials.remove", json({ json: { id } }));
    if (!answer.ok) throw new Error(`Not deleted (${answer.status}).`);
  }

  return { call, upload, remove };
}
