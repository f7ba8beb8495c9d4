// The four things a program of an institute does most: log in, list, upload, add results. A test runs this.
import createClient from "openapi-fetch";
import type { paths } from "./lyceum";

/** A client of the site at `baseUrl`, which acts as whoever the token stands for. */
export function clientOf(baseUrl: string, token?: string) {
  return createClient<paths>({ baseUrl, headers: token ? { authorization: `Bearer ${token}` } : {} });
}

type Login = { identifier: string; password: string; role: "user" | "admin" };

/** Logs in and answers a client that is logged in. */
export async function logIn(baseUrl: string, body: Login) {
  const { data, error } = await clientOf(baseUrl).POST("/api/auth/login", { body });
  if (!data) throw new Error(error.message);
  return clientOf(baseUrl, data.token);
}

type Client = ReturnType<typeof clientOf>;

/** All materials of a class, page by page: the `Link` header says where to go on. */
export async function listMaterials(client: Client, className: number) {
  const materials = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { className, limit: 100, ...(cursor && { cursor }) };
    const { data, error, response } = await client.GET("/api/materials", { params: { query } });
    if (!data) throw new Error(error?.message);
    materials.push(...data);
    cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get("link") ?? "")?.[1];
    more = cursor !== undefined;
  }
  return materials;
}

/** A form with these fields, as a browser would send it. */
function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Publishes a PDF that is always available. */
export async function uploadMaterial(client: Client, file: File, about: { className: string; subject: string }) {
  const { data, error } = await client.POST("/api/materials/upload", {
    body: { ...about, materialName: file.name, expiresAt: "null", pdfFile: file },
    bodySerializer: formOf,
  });
  if (!data) throw new Error(error.message);
  return data;
}

type Results = paths["/api/admin/results/add"]["post"]["requestBody"]["content"]["application/json"]["results"];

/** Adds results, all of them or none. A refusal names each that is not right. */
export async function addResults(client: Client, results: Results) {
  const { data, error } = await client.POST("/api/admin/results/add", { body: { results } });
  if (!data) throw new Error([error.message, ...(error.issues ?? []).map(({ path }) => path.join("."))].join(" "));
  return data.results;
}
