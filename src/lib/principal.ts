export type Role = "user" | "admin";

/** What the people of each role log in with. */
export const identifierOf = { user: "email", admin: "username" } as const;

/** The authenticated caller, read from the session row on every call (decision 3). */
export type Principal = {
  /** The transport of the session token. */
  kind: "cookie" | "bearer";
  userId: string;
  sessionId: string;
  /** The side that the session was opened for. Rights hold on that side alone (decision 45). */
  role: Role;
  name: string;
  /** Null for the administrator, who has a username. */
  email: string | null;
  username: string | null;
  /** The person has opened the confirmation link in the email (decision 7). */
  emailConfirmed: boolean;
  /** The office has entered a first result for a person who signed up while no mail server was set up. */
  vouched: boolean;
};
