import { addMaterial } from "@/features/materials/mutations";
import { countDownload, writeDownloads } from "@/features/materials/mutations-downloads";
import { replaceFile } from "@/features/materials/mutations-file";
import { materialInput } from "@/features/materials/schema";
import { StartError } from "@/lib/start-error";
import { utapi } from "@/server/files/uploadthing";
import { say } from "../command";
import { type Chapter, moment, sampleMaterials, schoolDay } from "./content";
import { documentOf } from "./documents";
import { type Stage, staffOf } from "./stage";

/** Publishes the materials, oldest first, because ids must be in order of time. */
export async function publishMaterials(stage: Stage): Promise<void> {
  const { today } = stage;
  const office = staffOf(stage, "office");
  const materials = sampleMaterials(today).sort((a, b) => +a.uploadedAt - +b.uploadedAt);
  const kinds = { pdf: 0, doc: 0, docx: 0 };
  const ids: string[] = [];
  for (const [index, { chapter, material, uploadedAt }] of materials.entries()) {
    const input = { material: materialInput.parse(material), file: await stored(chapter) };
    const added = await addMaterial(input, office, uploadedAt);
    kinds[added.fileKind] += 1;
    ids.push(added._id);
    if (index % 20 === 9) await replaceFile({ id: added._id, file: await stored(chapter) }, office, new Date());
  }
  await countSampleDownloads(ids, today);
  say(`Published ${materials.length} study materials for 12 classes: ${kinds.pdf} PDF, ${kinds.docx} DOCX.`);
}

async function stored(chapter: Chapter) {
  const file = await documentOf(chapter);
  const { name, type, size } = file;
  const { data, error } = await withoutSdkNotices(async () => (await utapi()).uploadFiles(file));
  if (!data) throw new StartError(`Could not upload ${name}: ${error.message}`);
  return { key: data.key, name, type, size };
}

/** Fewer downloads for the younger classes, whose parents print what they need once. */
async function countSampleDownloads(ids: readonly string[], today: string): Promise<void> {
  for (const days of [-8, -5, -3, -1]) {
    for (const [index, id] of ids.entries())
      for (let turn = (index * 7 - days * 3) % 11; turn > 0; turn -= 1) countDownload(id);
    await writeDownloads(moment(schoolDay(today, days), days + 20));
  }
}

/** Hides the SDK's deprecation warnings about its own code; it ignores the log level for them. */
async function withoutSdkNotices<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn } = console;
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes("[uploadthing][deprecated]")) warn(...parts);
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
