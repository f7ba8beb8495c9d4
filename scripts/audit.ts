// `npm run audit`: verifies the hash chain of the whole audit trail.
import { checkChain, sealEvents } from "@/server/audit/chain";
import { command, say } from "./command";

await command(async () => {
  await sealEvents({ all: true });
  const { links, fault } = await checkChain();
  if (!fault)
    return say(`The audit trail is intact: ${links} event${links === 1 ? "" : "s"} sealed, none changed or removed.`);
  say(`Someone may have tampered with the audit trail. ${fault}`);
  say("Keep a copy of the current database, and compare it with an earlier backup.");
  process.exitCode = 1;
});
