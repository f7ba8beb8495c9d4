import { connection } from "next/server";
import type { ReactNode } from "react";
import { KnownFacts } from "../../known-facts";

/** Pages that take passwords and links: written for each request, so that their scripts carry a nonce of their own. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  return <KnownFacts>{children}</KnownFacts>;
}
