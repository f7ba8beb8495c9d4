// A list of 5,000 students with both parents is checked, applied and undone while visitors read a public list.
import { setTimeout as wait } from "node:timers/promises";
import { classList, csvFile } from "../tests/harness/class-list";
import { drive, type Fact } from "./drive";
import type { Institute } from "./institute";

type View = { _id: string; columns: string[]; taskId: string | null; state: string };

const rows = 5_000;

/** Sections that nobody else is in, so that no roll number is taken. */
const list = () =>
  classList(rows).map(([number = "", name = "", born = "", className = "", section = "", ...rest]) => {
    return [`I-${number}`, name, born, className, `Z${section}`, ...rest];
  });

type Desk = { url: string; authorization: string };

async function call({ url, authorization }: Desk, procedure: string, input: object, method = "POST"): Promise<View> {
  const json = JSON.stringify({ json: input });
  const address = `${url}/api/trpc/${procedure}${method === "GET" ? `?input=${encodeURIComponent(json)}` : ""}`;
  const headers = { authorization, "content-type": "application/json" };
  const answer = await fetch(address, { method, headers, ...(method === "POST" && { body: json }) });
  if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: { json: View } } }).result.data.json;
}

async function read({ url, authorization }: Desk): Promise<View> {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(csvFile(list()))], "students.csv"));
  const answer = await fetch(`${url}/api/imports`, { method: "POST", headers: { authorization }, body: form });
  if (answer.status !== 201) throw new Error(`imports: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as View;
}

/** The time from the press to the end of the background work, polled as the page polls. */
async function step(
  desk: Desk,
  name: "check" | "carryOut" | "undo",
  { _id: id }: View,
  input: object,
): Promise<number> {
  const began = performance.now();
  await call(desk, `imports.${name}`, { id, ...input });
  const { taskId } = await call(desk, "imports.get", { id }, "GET");
  for (let state = "waiting"; state !== "done"; await wait(50)) {
    ({ state } = await call(desk, "tasks.get", { id: taskId }, "GET"));
    if (state === "failed") throw new Error(`imports.${name} failed; the log says why.`);
  }
  return performance.now() - began;
}

/** Each step of an import of full size, and how it affects visitors. */
export async function measureImport({ url }: Institute, token: string): Promise<Fact[]> {
  const desk = { url, authorization: `Bearer ${token}` };
  const [first, second] = [await read(desk), await read(desk)];
  const choice = { columns: first.columns, dayOrder: "day" };
  const check = await step(desk, "check", first, choice);
  const looking = step(desk, "check", second, choice);
  const { p99 } = await drive(`${url}/api/materials?limit=24`, { seconds: 1 });
  await looking;
  await call(desk, "imports.remove", { id: second._id });
  const carryOut = await step(desk, "carryOut", first, {});
  const undo = await step(desk, "undo", first, {});
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return [
    { what: "looking through a list of 5,000 students with both parents", goal: "3 s", found: seconds(check) },
    { what: "a public list meanwhile", goal: "p99 50 ms", found: `p99 ${p99} ms` },
    { what: "carrying the list out", goal: "3 s", found: seconds(carryOut) },
    { what: "undoing it", goal: "2 s", found: seconds(undo) },
  ];
}
