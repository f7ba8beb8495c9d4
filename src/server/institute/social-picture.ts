import "server-only";
import { institute } from "@/content/institute";
import type { SiteFacts } from "@/lib/site-content";
import { join, readFile } from "@/server/builtins";
import { drawn } from "../documents/compile";
import { pngOfDrawing } from "../documents/picture";
import { processState } from "../process-state";
import { readLogo } from "./pictures";
import { site } from "./published";
import { hashOfSocial, isOfProduct, socialSize } from "./social-address";

const shared = processState<{ lyceumSocialPicture?: { hash: string; png: Promise<Uint8Array> } }>();

/** The current preview picture; null if `hash` is that of another version. */
export async function readSocialPicture(hash: string): Promise<Uint8Array | null> {
  const { facts } = site();
  if (isOfProduct(facts) || hashOfSocial(facts) !== hash) return null;
  if (shared.lyceumSocialPicture?.hash !== hash) {
    const png = draw(facts);
    shared.lyceumSocialPicture = { hash, png };
    png.catch(() => (shared.lyceumSocialPicture = undefined));
  }
  return shared.lyceumSocialPicture?.png ?? null;
}

async function draw({ name, tagline, city }: SiteFacts): Promise<Uint8Array> {
  const [logo, sign, drawing] = await Promise.all([readLogo("print"), fileOf("icon.svg"), fileOf("pictures/hero.svg")]);
  const { from, to } = institute.classes;
  const data = {
    name,
    tagline,
    sign,
    drawing,
    below: `Classes ${from} to ${to} in ${city}`,
    ...(logo && { logo: { bytes: [...logo.bytes], size: [logo.width, logo.height] } }),
  };
  return pngOfDrawing(await drawn("social", data, new Date()), socialSize);
}

const fileOf = (name: string) => readFile(join(process.cwd(), "public", name), "utf8");
