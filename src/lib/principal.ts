export type Role = "user" | "admin";

/** Who is calling, as the session row says on this very call (decision 3). */
export type Principal = {
  /** How the session's token travelled. */
  kind: "cookie" | "bearer";
  userId: string;
  sessionId: string;
  role: Role;
  name: string;
  /** Null for the administrator, who has a username. */
  email: string | null;
  username: string | null;
  /** The person has opened the link that was mailed to the address (decision 7). */
  emailConfirmed: boolean;
  /** The office gave the person, who signed up alone, a first result while no mail left the site. */
  vouched: boolean;
};
