import { vi } from "vitest";
import { startCloud } from "./uploadthing-cloud";

/** A cloud that UploadThing's SDK, which reads the environment itself, finds in this process until the environment is unstubbed. */
export async function ownCloud(account?: { allowsPrivate: boolean }) {
  const cloud = await startCloud(account);
  const { UPLOADTHING_TOKEN: token, ...places } = cloud.env;
  for (const [name, value] of Object.entries(places)) vi.stubEnv(name, value);
  return { ...cloud, token };
}
