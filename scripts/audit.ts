// `npm run audit`: looks at the whole audit trail and says whether anyone has tampered with it.
import { checkChain, sealEvents } from "@/server/audit-chain";
import { command, say } from "./command";

await command(async () => {
  await sealEvents();
  const { links, fault } = await checkChain();
  if (!fault)
    return say(`The audit trail holds: ${links} event${links === 1 ? "" : "s"} sealed, none changed or removed.`);
  say(`The audit trail was tampered with. ${fault}`);
  say("Keep a copy of the database as it is now, and compare it with a backup from before.");
  process.exitCode = 1;
});
