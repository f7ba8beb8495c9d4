// `npm run demo`: fills an empty product with an institute in the middle of a term, through the functions that its users call.

import { dateHere } from "@/content/institute";
import { env, siteOrigin } from "@/env";
import { StartError } from "@/lib/start-error";
import { ensureFirstAdmin } from "@/main/start";
import { db } from "@/server/db/client";
import { command, say } from "../command";
import { samplePassword } from "./content";
import { makeInstitute } from "./institute";
import { addressOf, firstOfSample } from "./people";
import { sampleStaff, staffAddress } from "./staff";

await command(async () => {
  await requireEmpty();
  const admin = await ensureFirstAdmin();
  const today = dateHere(new Date());
  const sayAdmin = () => {
    if (!admin) return;
    const password = admin.password ? `${admin.password}. It is shown only once` : "from ADMIN_PASSWORD";
    say(`The administrator logs in as "${admin.username}" with the password ${password}.`);
  };
  const sayIncomplete = () => {
    say(`The sample institute is incomplete. Before you try again, ${startAnew()}.`);
    sayAdmin();
  };
  // Ctrl-C ends the process without an error if no query is running.
  process.once("exit", sayIncomplete);
  await makeInstitute(today);
  process.off("exit", sayIncomplete);
  sayAdmin();
  sayLogins(today);
}, true);

function sayLogins(today: string): void {
  const { student, parent } = firstOfSample(today);
  say("");
  say("The sample institute is ready. All people, marks and families are invented.");
  say(`All of them log in with the password ${samplePassword}.`);
  say(`Student:   ${student.email} (${student.name}, Class ${student.className} ${student.section})`);
  say(`Guardian:  ${addressOf(parent)} (${parent.name}, of two children)`);
  say("Staff, on the Admin side:");
  for (const member of sampleStaff)
    if (member.login === "active") say(`  ${member.post}: ${staffAddress(member)} (${member.name})`);
  say(`Open ${siteOrigin()}; if Lyceum is not running yet, start it with npm start.`);
}

/** @throws StartError if the product contains data of an institute */
async function requireEmpty(): Promise<void> {
  const counts = {
    people: await db().user.count({ where: { role: "user" } }),
    materials: await db().material.count(),
    "test schedules": await db().testSchedule.count(),
    submissions: await db().submission.count(),
    results: await db().result.count(),
    "school years": await db().schoolYear.count(),
  };
  const found = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what} (${count})`] : []));
  if (found.length === 0) return;
  throw new StartError(
    `The sample institute needs an empty product, but it contains ${found.join(", ")}. Nothing was changed. If nobody needs this data, ${startAnew()}.`,
  );
}

function startAnew(): string {
  const { DATA_DIR, DATABASE_URL } = env();
  return DATABASE_URL
    ? `set DATABASE_URL to an empty database and delete ${DATA_DIR}`
    : `stop Lyceum and delete ${DATA_DIR}`;
}
