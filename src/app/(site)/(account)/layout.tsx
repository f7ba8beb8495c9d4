import { connection } from "next/server";
import type { ReactNode } from "react";
import { KnownFacts } from "../../known-facts";

/** Pages with passwords and links: rendered for each request, so that their scripts have a nonce of their own. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  await connection();
  return <KnownFacts>{children}</KnownFacts>;
}
